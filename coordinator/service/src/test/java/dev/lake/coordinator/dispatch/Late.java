package dev.lake.coordinator.dispatch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Lets something happen just before the n-th call through a seam, as if the process had been
 * stopped there for a while.
 */
final class Late {
  private final int at;
  private final Runnable meanwhile;
  private int calls;

  Late(int at, Runnable meanwhile) {
    this.at = at;
    this.meanwhile = meanwhile;
  }

  boolean happened() {
    return calls >= at;
  }

  <T> T through(Class<T> seam, T target) {
    Object proxy =
        Proxy.newProxyInstance(
            Late.class.getClassLoader(),
            new Class<?>[] {seam},
            (self, method, arguments) -> {
              if (++calls == at) {
                meanwhile.run();
              }
              try {
                return method.invoke(target, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    return seam.cast(proxy);
  }
}
