package io.wavehouse.ingest.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate for 127.0.0.1 that signs itself, made for one test by the JDK's keytool. */
public final class Certificates {
  private static final String PASSWORD = "not-a-secret";
  private final Path folder;
  private final KeyStore store;

  public Certificates(Path folder) throws Exception {
    this.folder = folder;
    Path file = folder.resolve("server.p12");
    keytool(
        "-genkeypair",
        "-alias",
        "server",
        "-keyalg",
        "EC",
        "-dname",
        "CN=127.0.0.1",
        "-ext",
        "SAN=ip:127.0.0.1",
        "-storetype",
        "PKCS12",
        "-keystore",
        file.toString(),
        "-storepass",
        PASSWORD);
    store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
  }

  private static void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("keytool failed: " + said);
    }
  }

  /** The server's side. */
  public SSLContext server() throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  /** What a client has to trust, as a PEM file. */
  public Path ca() throws IOException, GeneralSecurityException {
    String pem =
        "-----BEGIN CERTIFICATE-----\n"
            + Base64.getMimeEncoder().encodeToString(store.getCertificate("server").getEncoded())
            + "\n-----END CERTIFICATE-----\n";
    return Files.writeString(folder.resolve("ca.pem"), pem);
  }
}
