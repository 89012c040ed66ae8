package dev.lake.coordinator.dispatch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Ends a process, as far as a test can, at its n-th call through a seam: before the call has an
 * effect, or after.
 */
final class Killer {
  /** Nothing catches it, as nothing catches a kill -9. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final int at;
  private int calls;
  private boolean dead;

  /**
   * @param at odd numbers end before a call, even ones after it; 0 never ends
   */
  Killer(int at) {
    this.at = at;
  }

  boolean struck() {
    return dead;
  }

  /** The seam as the process sees it. */
  <T> T through(Class<T> seam, T target) {
    Object proxy =
        Proxy.newProxyInstance(
            Killer.class.getClassLoader(),
            new Class<?>[] {seam},
            (self, method, arguments) -> call(target, method, arguments));
    return seam.cast(proxy);
  }

  private Object call(Object target, Method method, Object[] arguments) throws Throwable {
    strike();
    try {
      Object answer = method.invoke(target, arguments);
      strike();
      return answer;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private void strike() {
    if (dead || ++calls == at) {
      dead = true;
      throw new Killed();
    }
  }
}
