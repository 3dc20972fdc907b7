package io.wavehouse.ingest.clickhouse;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLKeyException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.camel.ExchangeTimedOutException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.NoHttpResponseException;

/**
 * Tells a server that gave no answer from everything else. Subclasses count: a refused connection
 * and one without a route are socket exceptions, a connect timeout is a socket timeout.
 */
final class TransportFailure {
  private static final List<Class<? extends Exception>> NO_ANSWER =
      List.of(
          SocketException.class,
          SocketTimeoutException.class,
          UnknownHostException.class,
          UnresolvedAddressException.class,
          EOFException.class,
          ClosedChannelException.class,
          HttpTimeoutException.class,
          TimeoutException.class,
          ExchangeTimedOutException.class,
          ConnectionRequestTimeoutException.class,
          ConnectionClosedException.class,
          NoHttpResponseException.class,
          MalformedChunkCodingException.class);

  private static final List<Class<? extends Exception>> TLS_SETUP =
      List.of(
          SSLHandshakeException.class,
          SSLPeerUnverifiedException.class,
          SSLKeyException.class,
          CertPathBuilderException.class,
          CertPathValidatorException.class,
          CertificateException.class);

  private TransportFailure() {}

  /**
   * A failed TLS set-up is never an outage, whatever caused it: it does not end by itself.
   *
   * @param chain an exception and its causes
   */
  static boolean isNoAnswer(List<Throwable> chain) {
    return chain.stream().noneMatch(TransportFailure::isTlsSetup)
        && chain.stream().anyMatch(TransportFailure::isNoAnswer);
  }

  private static boolean isTlsSetup(Throwable failure) {
    return isOneOf(TLS_SETUP, failure)
        || (failure instanceof SSLException && says(failure, "unrecognized SSL message"));
  }

  /** The JDK reports some resets as plain I/O exceptions that differ by their text alone. */
  private static boolean isNoAnswer(Throwable failure) {
    return isOneOf(NO_ANSWER, failure)
        || (failure.getClass() == IOException.class
            && (says(failure, "Connection reset") || says(failure, "Broken pipe")));
  }

  private static boolean isOneOf(List<Class<? extends Exception>> kinds, Throwable failure) {
    return kinds.stream().anyMatch(kind -> kind.isInstance(failure));
  }

  private static boolean says(Throwable failure, String text) {
    return failure.getMessage() != null && failure.getMessage().contains(text);
  }
}
