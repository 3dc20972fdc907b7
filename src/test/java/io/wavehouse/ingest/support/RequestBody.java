package io.wavehouse.ingest.support;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Reads a request's body whole, or not at all: a body that was cut on its way is refused. */
final class RequestBody {
  private RequestBody() {}

  static byte[] read(HttpExchange exchange) throws EngineException {
    byte[] sent = received(exchange);
    String encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
    try (InputStream decoded = decoder(encoding, sent)) {
      return decoded.readAllBytes();
    } catch (IOException broken) {
      throw new EngineException(
          354, "inflate failed: " + broken.getMessage(), "ZLIB_INFLATE_FAILED");
    }
  }

  private static byte[] received(HttpExchange exchange) throws EngineException {
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    boolean chunked = exchange.getRequestHeaders().containsKey("Transfer-Encoding");
    if (length == null && !chunked && exchange.getRequestMethod().equals("POST")) {
      throw new EngineException(
          381,
          "The Transfer-Encoding is not chunked and there is no Content-Length header for POST"
              + " request",
          "HTTP_LENGTH_REQUIRED");
    }
    // The JDK's server gives an IOException at a body's early end, whichever way it is framed.
    try (InputStream in = exchange.getRequestBody()) {
      return in.readAllBytes();
    } catch (IOException cut) {
      throw new EngineException(
          33, "Cannot read all data: " + cut.getMessage(), "CANNOT_READ_ALL_DATA");
    }
  }

  private static InputStream decoder(String encoding, byte[] sent)
      throws EngineException, IOException {
    InputStream in = new ByteArrayInputStream(sent);
    return switch (encoding == null ? "" : encoding.toLowerCase(Locale.ROOT)) {
      case "", "identity" -> in;
      case "gzip", "x-gzip" -> new GZIPInputStream(in);
      case "deflate" -> new InflaterInputStream(in);
      default ->
          throw new EngineException(
              48,
              "Unknown compression method " + encoding + ", this front takes gzip and deflate",
              "NOT_IMPLEMENTED");
    };
  }
}
