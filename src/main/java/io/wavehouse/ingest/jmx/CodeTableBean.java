package io.wavehouse.ingest.jmx;

import io.wavehouse.ingest.clickhouse.CodeTable;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedOperation;
import org.apache.camel.api.management.ManagedResource;

/** What each ClickHouse exception code leads to, the settings' overrides included. */
@ManagedResource(description = "ClickHouse exception codes: class, scope, splittable, reason")
public final class CodeTableBean {
  private final CodeTable codes;

  public CodeTableBean(CodeTable codes) {
    this.codes = codes;
  }

  @ManagedAttribute(description = "The codes on a list, one a line; any other is rejected")
  public String getCodes() {
    return codes.entries().stream().map(CodeTableBean::line).collect(Collectors.joining("\n"));
  }

  @ManagedOperation(description = "What one code leads to, listed or not")
  public String code(int code) {
    return line(codes.entry(code));
  }

  private static String line(CodeTable.Entry entry) {
    return String.format(
        Locale.ROOT,
        "%d %s: %s%s%s (%s)",
        entry.code(),
        entry.name(),
        entry.failureClass().metricName(),
        entry.tableScoped() ? ", of its table" : "",
        entry.splittable() ? ", splittable" : "",
        entry.reason());
  }
}
