package dev.lake.lance.source.reader;

import java.util.function.Consumer;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;

/** Flink's side of a reader: counts what it asks for. */
final class TaskDouble {
  private int requests;

  int requests() {
    return requests;
  }

  SourceReaderContext context() {
    return new SourceReaderContext() {
      @Override
      public SourceReaderMetricGroup metricGroup() {
        return UnregisteredMetricsGroup.createSourceReaderMetricGroup();
      }

      @Override
      public Configuration getConfiguration() {
        return new Configuration();
      }

      @Override
      public String getLocalHostName() {
        return "here";
      }

      @Override
      public int getIndexOfSubtask() {
        return 0;
      }

      @Override
      public void sendSplitRequest() {
        requests++;
      }

      @Override
      public void sendSourceEventToCoordinator(SourceEvent event) {
        throw new UnsupportedOperationException();
      }

      @Override
      public UserCodeClassLoader getUserCodeClassLoader() {
        return SimpleUserCodeClassLoader.create(TaskDouble.class.getClassLoader());
      }
    };
  }

  static <T> ReaderOutput<T> output(Consumer<T> elements) {
    return new ReaderOutput<>() {
      @Override
      public void collect(T element) {
        elements.accept(element);
      }

      @Override
      public void collect(T element, long timestamp) {
        elements.accept(element);
      }

      @Override
      public void emitWatermark(Watermark watermark) {
        throw new UnsupportedOperationException();
      }

      @Override
      public void markIdle() {}

      @Override
      public void markActive() {}

      @Override
      public SourceOutput<T> createOutputForSplit(String split) {
        return this;
      }

      @Override
      public void releaseOutputForSplit(String split) {}
    };
  }
}
