package io.wavehouse.ingest.tls;

import io.wavehouse.ingest.settings.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** TLS with certificates of one's own, as PEM files; the key in PKCS #8. */
public final class PemTls {
  private static final char[] NO_PASSWORD = {};

  private PemTls() {}

  /**
   * A context that trusts the CA file, or the JDK's CAs without one, and shows the certificate, if
   * there is one.
   *
   * @throws IOException when a file cannot be read
   * @throws GeneralSecurityException when a file is not what it should be
   */
  public static SSLContext context(TlsSettings settings)
      throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        settings.certFile().isPresent()
            ? keys(settings.certFile().get(), settings.keyFile().orElseThrow())
            : null,
        settings.caFile().isPresent() ? trust(settings.caFile().get()) : null,
        null);
    return context;
  }

  private static TrustManager[] trust(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    int number = 0;
    for (Certificate certificate : certificates(file)) {
      store.setCertificateEntry("ca" + number++, certificate);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return trust.getTrustManagers();
  }

  private static KeyManager[] keys(Path certificate, Path key)
      throws IOException, GeneralSecurityException {
    List<Certificate> chain = certificates(certificate);
    KeyStore store = empty();
    store.setKeyEntry(
        "client",
        privateKey(key, chain.get(0).getPublicKey().getAlgorithm()),
        NO_PASSWORD,
        chain.toArray(Certificate[]::new));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, NO_PASSWORD);
    return keys.getKeyManagers();
  }

  private static List<Certificate> certificates(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream pem = Files.newInputStream(file)) {
      List<Certificate> certificates =
          List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(pem));
      if (certificates.isEmpty()) {
        throw new IOException(file + " holds no certificate");
      }
      return certificates;
    }
  }

  private static PrivateKey privateKey(Path file, String algorithm)
      throws IOException, GeneralSecurityException {
    String base64 =
        Files.readString(file).replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
    return KeyFactory.getInstance(algorithm)
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }
}
