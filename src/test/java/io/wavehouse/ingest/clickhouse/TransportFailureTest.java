package io.wavehouse.ingest.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.wavehouse.ingest.settings.SettingsLoader;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.apache.camel.ExchangeTimedOutException;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.junit.jupiter.api.Test;

/** Real clients against real local sockets: the exceptions are theirs, not ours. */
class TransportFailureTest {
  private static final String OK_HEAD = "HTTP/1.1 200 OK\r\n";
  private final Classifier classifier = new Classifier(CodeTable.builtIn());

  /** The client of the insert route, one connection at most, waiting 300 ms for anything. */
  private static CloseableHttpClient client() {
    HttpClientBuilder builder = HttpClientBuilder.create();
    new OneRequestClient(
            SettingsLoader.load(
                    Optional.empty(),
                    Map.of(
                        "WAVEHOUSE_CLICKHOUSE_REQUEST_TIMEOUT", "300ms",
                        "WAVEHOUSE_CLICKHOUSE_CONNECT_TIMEOUT", "300ms"))
                .clickHouse(),
            1)
        .configureHttpClient(builder);
    return builder.build();
  }

  private static Throwable failureOf(String url) throws IOException {
    try (CloseableHttpClient client = client()) {
      return catchThrowable(() -> post(client, url));
    }
  }

  private static String post(CloseableHttpClient client, String url) throws IOException {
    HttpPost request = new HttpPost(url);
    request.setEntity(new StringEntity("{\"a\":1}\n", ContentType.APPLICATION_JSON));
    return client.execute(request, answer -> EntityUtils.toString(answer.getEntity()));
  }

  private static Throwable failureOf(ScriptedPeer peer) throws IOException {
    try (peer) {
      return failureOf(url(peer));
    }
  }

  private static String url(ScriptedPeer peer) {
    return "http://127.0.0.1:" + peer.port() + "/";
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void assertUnavailable(Throwable thrown, Class<? extends Throwable> kind) {
    assertThat(thrown).isInstanceOf(kind);
    assertClass(thrown, FailureClass.UNAVAILABLE);
    assertClass(new IllegalStateException("wrapped", thrown), FailureClass.UNAVAILABLE);
  }

  private void assertClass(Throwable thrown, FailureClass failureClass) {
    Failure failure = classifier.classify(thrown);
    assertThat(failure.failureClass()).as("%s", thrown).isEqualTo(failureClass);
    assertThat(failure.code()).isZero();
    assertThat(failure.httpStatus()).isZero();
    assertThat(failure.message()).isNotEmpty();
  }

  @Test
  void aRefusedConnectionIsUnavailable() throws Exception {
    assertUnavailable(failureOf("http://127.0.0.1:" + freePort()), ConnectException.class);
  }

  @Test
  void anUnknownHostIsUnavailable() throws Exception {
    assertUnavailable(failureOf("http://nosuchhost.invalid:8123"), UnknownHostException.class);
  }

  /** A listener whose queue is full answers no further SYN. */
  @Test
  void aConnectTimeoutIsUnavailable() throws Exception {
    List<SocketChannel> queued = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < 6; i++) {
        SocketChannel channel = SocketChannel.open();
        queued.add(channel);
        channel.configureBlocking(false);
        channel.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), full.getLocalPort()));
      }
      Throwable thrown = failureOf("http://127.0.0.1:" + full.getLocalPort());
      assertUnavailable(thrown, ConnectTimeoutException.class);
    } finally {
      for (SocketChannel channel : queued) {
        channel.close();
      }
    }
  }

  @Test
  void anAnswerThatDoesNotComeInTimeIsUnavailable() throws Exception {
    assertUnavailable(failureOf(ScriptedPeer.silent()), SocketTimeoutException.class);
  }

  @Test
  void aResetConnectionIsUnavailable() throws Exception {
    assertUnavailable(failureOf(ScriptedPeer.resetting()), SocketException.class);
  }

  @Test
  void aServerThatFailsToRespondIsUnavailable() throws Exception {
    assertUnavailable(failureOf(ScriptedPeer.closing()), NoHttpResponseException.class);
  }

  @Test
  void aCutBodyIsUnavailable() throws Exception {
    assertUnavailable(
        failureOf(ScriptedPeer.answering(OK_HEAD + "Content-Length: 100\r\n\r\nhalf")),
        ConnectionClosedException.class);
  }

  @Test
  void aCutChunkIsUnavailable() throws Exception {
    String chunked = OK_HEAD + "Transfer-Encoding: chunked\r\n\r\n";
    assertUnavailable(
        failureOf(ScriptedPeer.answering(chunked + "20\r\nhalf")), TruncatedChunkException.class);
    assertUnavailable(
        failureOf(ScriptedPeer.answering(chunked + "4\r\nhalf\r\n")),
        ConnectionClosedException.class);
    assertUnavailable(
        failureOf(ScriptedPeer.answering(chunked + "4\r\nhalfway")),
        MalformedChunkCodingException.class);
  }

  @Test
  void aPoolWithoutAFreeConnectionIsUnavailable() throws Exception {
    try (ScriptedPeer peer = ScriptedPeer.answering(OK_HEAD + "Content-Length: 4\r\n\r\nheld");
        CloseableHttpClient client = client()) {
      Throwable thrown =
          client.execute(
              new HttpPost(url(peer)), held -> catchThrowable(() -> post(client, url(peer))));
      assertUnavailable(thrown, ConnectionRequestTimeoutException.class);
    }
  }

  @Test
  void aMissingRouteIsUnavailable() {
    assertUnavailable(new NoRouteToHostException("No route to host"), SocketException.class);
  }

  @Test
  void anExchangeThatTimedOutInCamelIsUnavailable() throws Exception {
    try (DefaultCamelContext context = new DefaultCamelContext()) {
      assertUnavailable(
          new ExchangeTimedOutException(new DefaultExchange(context), 1),
          ExchangeTimedOutException.class);
    }
  }

  @Test
  void theJdksOwnClientIsReadToo() throws Exception {
    assertUnavailable(jdkFailureOf("http://127.0.0.1:" + freePort()), ConnectException.class);
    assertUnavailable(jdkFailureOf("http://nosuchhost.invalid:8123"), ConnectException.class);
    assertUnavailable(jdkFailureOf(ScriptedPeer.silent()), HttpTimeoutException.class);
    assertUnavailable(jdkFailureOf(ScriptedPeer.closing()), IOException.class);
    assertUnavailable(jdkFailureOf(ScriptedPeer.resetting()), IOException.class);
    assertUnavailable(
        jdkFailureOf(ScriptedPeer.answering(OK_HEAD + "Content-Length: 100\r\n\r\nhalf")),
        IOException.class);
  }

  private static Throwable jdkFailureOf(ScriptedPeer peer) throws IOException {
    try (peer) {
      return jdkFailureOf(url(peer));
    }
  }

  private static Throwable jdkFailureOf(String url) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofMillis(500)).build();
    return catchThrowable(() -> HttpClient.newHttpClient().send(request, BodyHandlers.ofString()));
  }

  @Test
  void tlsToAPlainPortIsUnknown() throws Exception {
    try (ScriptedPeer plain = ScriptedPeer.answering("HTTP/1.0 400 Bad Request\r\n\r\n")) {
      Throwable thrown = failureOf("https://127.0.0.1:" + plain.port());
      assertThat(thrown).isInstanceOf(SSLException.class);
      assertClass(thrown, FailureClass.UNKNOWN);
    }
  }

  @Test
  void aPlainRequestToATlsLikePeerThatTalksNonsenseIsNoVerdict() throws Exception {
    assertClass(
        failureOf(ScriptedPeer.answering("\u0015\u0003\u0003\u0000\u0002\u0002P\r\n")),
        FailureClass.UNAVAILABLE);
  }

  @Test
  void aTlsConnectionLostAfterItsSetUpIsUnavailable() {
    assertClass(
        new SSLException("Connection reset", new SocketException("Connection reset")),
        FailureClass.UNAVAILABLE);
  }

  @Test
  void whateverElseIsUnknown() {
    assertClass(new IllegalStateException("a bug of ours"), FailureClass.UNKNOWN);
    assertClass(new IOException("odd"), FailureClass.UNKNOWN);
    assertClass(new SSLException("odd"), FailureClass.UNKNOWN);
    assertClass(null, FailureClass.UNKNOWN);
  }

  @Test
  void aCircleOfCausesEnds() {
    Exception outer = new Exception("outer");
    Exception inner = new Exception("inner", outer);
    outer.initCause(inner);
    assertClass(outer, FailureClass.UNKNOWN);
    inner.addSuppressed(new EOFException());
    assertClass(inner, FailureClass.UNKNOWN);
  }
}
