// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** What the Flinks in this JVM measure now, by the ends of the metrics' names. */
final class JobMetrics implements MetricReporter {
  private static final Map<String, Metric> METRICS = new ConcurrentHashMap<>();

  /** Found by Flink, by its name. */
  public static final class Factory implements MetricReporterFactory {
    @Override
    public MetricReporter createMetricReporter(Properties properties) {
      return new JobMetrics();
    }
  }

  private JobMetrics() {}

  /** From now on the metrics of this environment's jobs are seen here. */
  static void of(StreamExecutionEnvironment env) {
    Configuration settings = new Configuration();
    settings.setString("metrics.reporter.test.factory.class", Factory.class.getName());
    env.configure(settings);
  }

  /** The values of all subtasks and operators. */
  static List<Long> values(String name) {
    return METRICS.entrySet().stream()
        .filter(entry -> entry.getKey().endsWith("." + name))
        .map(entry -> value(entry.getValue()))
        .toList();
  }

  /** The largest of them; 0 if there is none. */
  static long most(String name) {
    return values(name).stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** How many metrics of this name are not 0, told apart by a part of their identifiers. */
  static long count(String name, String part) {
    return METRICS.entrySet().stream()
        .filter(entry -> entry.getKey().endsWith("." + name) && value(entry.getValue()) > 0)
        .map(entry -> entry.getKey().replaceAll(".*\\." + part + "\\.([^.]*)\\..*", "$1"))
        .distinct()
        .count();
  }

  private static long value(Metric metric) {
    if (metric instanceof Gauge<?> gauge) {
      return gauge.getValue() instanceof Number number ? number.longValue() : 0;
    }
    if (metric instanceof Counter counter) {
      return counter.getCount();
    }
    return metric instanceof Histogram histogram ? histogram.getCount() : 0;
  }

  @Override
  public void open(MetricConfig config) {}

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    METRICS.put(group.getMetricIdentifier(name), metric);
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    METRICS.remove(group.getMetricIdentifier(name), metric);
  }
}
