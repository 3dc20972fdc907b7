package io.wavehouse.ingest.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.file.Path;
import java.util.Map;

/**
 * ClickHouse inside this process, over one data folder (one process per folder, ever).
 *
 * <p>Each request gets a connection of its own (half a millisecond), as each HTTP request of the
 * server gets a session of its own: settings, the current database and readonly end with it. One
 * connection stays open for good, because the engine shuts down with the last one.
 */
final class ChdbEngine implements AutoCloseable {
  private static final byte[] NO_BYTES = {};
  private static final String OUTPUT = "TabSeparated";

  private final ChdbLibrary chdb;
  private final String[] arguments;
  private final Pointer keeper;
  private final String version;

  ChdbEngine(Path library, Path data) throws EngineException {
    this.chdb = Native.load(library.toString(), ChdbLibrary.class);
    this.arguments = new String[] {"chdb", "--path=" + data};
    chdb.chdb_set_signal_handlers_enabled(0);
    this.keeper = connect();
    byte[] answer = run(keeper.getPointer(0), "SELECT version()".getBytes(UTF_8), OUTPUT).body();
    this.version = new String(answer, UTF_8).trim();
  }

  /** As the engine gives it, {@code 26.7.2.1}. */
  String version() {
    return version;
  }

  /**
   * Runs one statement, or one INSERT with its data, under settings that end with it.
   *
   * @param database the current database, or null for the default one
   * @param settings in the order they are set: readonly comes last or it forbids the rest
   */
  EngineAnswer execute(byte[] text, String database, Map<String, String> settings, String format)
      throws EngineException {
    Pointer connection = connect();
    try {
      Pointer handle = connection.getPointer(0);
      if (database != null) {
        run(handle, ("USE " + quoted('`', database)).getBytes(UTF_8), OUTPUT);
      }
      for (Map.Entry<String, String> setting : settings.entrySet()) {
        String set = "SET " + setting.getKey() + " = " + quoted('\'', setting.getValue());
        run(handle, set.getBytes(UTF_8), OUTPUT);
      }
      InsertStatement insert = InsertStatement.in(text);
      if (insert != null) {
        return insert(handle, insert, text);
      }
      refuseSeveralStatements(handle, text);
      return run(handle, text, format);
    } finally {
      chdb.chdb_close_conn(connection);
    }
  }

  private Pointer connect() throws EngineException {
    Pointer connection = chdb.chdb_connect(arguments.length, arguments);
    if (connection == null || connection.getPointer(0) == null) {
      throw new EngineException(
          "Code: 210. DB::Exception: chDB gave no connection to "
              + arguments[1]
              + "; another process may hold the folder. (NETWORK_ERROR)");
    }
    return connection;
  }

  private void refuseSeveralStatements(Pointer handle, byte[] text) throws EngineException {
    int size = 16;
    try (Memory analysis = new Memory(size)) {
      analysis.clear();
      analysis.setInt(0, size);
      int state = chdb.chdb_classify_query_n(handle, text, text.length, NO_BYTES, 0, analysis);
      if (state == 0 && analysis.getInt(4) > 1) {
        throw new EngineException(
            62, "Syntax error (Multi-statements are not allowed)", "SYNTAX_ERROR");
      }
    }
  }

  private EngineAnswer run(Pointer handle, byte[] text, String format) throws EngineException {
    byte[] name = format.getBytes(UTF_8);
    return take(chdb.chdb_query_n(handle, text, text.length, name, name.length));
  }

  private EngineAnswer insert(Pointer handle, InsertStatement insert, byte[] text)
      throws EngineException {
    byte[] head = insert.headBytes();
    byte[] format = insert.format().getBytes(UTF_8);
    Pointer stream = chdb.chdb_stream_insert_n(handle, head, head.length, format, format.length);
    try {
      refuse(chdb.chdb_stream_insert_error(stream));
      int length = text.length - insert.dataOffset();
      if (length > 0) {
        try (Memory data = new Memory(length)) {
          data.write(0, text, insert.dataOffset(), length);
          if (chdb.chdb_stream_append(stream, data, length) != 0) {
            refuse(chdb.chdb_stream_insert_error(stream));
          }
        }
      }
      return take(chdb.chdb_stream_done(stream));
    } finally {
      chdb.chdb_destroy_insert_stream(stream);
    }
  }

  private EngineAnswer take(Pointer result) throws EngineException {
    try {
      refuse(chdb.chdb_result_error(result));
      int length = Math.toIntExact(chdb.chdb_result_length(result));
      byte[] body =
          length == 0 ? NO_BYTES : chdb.chdb_result_buffer(result).getByteArray(0, length);
      return new EngineAnswer(
          body,
          chdb.chdb_result_rows_read(result),
          chdb.chdb_result_bytes_read(result),
          chdb.chdb_result_rows_written(result),
          chdb.chdb_result_bytes_written(result),
          chdb.chdb_result_elapsed(result));
    } finally {
      chdb.chdb_destroy_query_result(result);
    }
  }

  private static void refuse(Pointer error) throws EngineException {
    String text = error == null ? "" : error.getString(0, "UTF-8");
    if (!text.isEmpty()) {
      throw new EngineException(text);
    }
  }

  private static String quoted(char quote, String text) {
    String escaped = text.replace("\\", "\\\\").replace("" + quote, "\\" + quote);
    return quote + escaped + quote;
  }

  @Override
  public void close() {
    chdb.chdb_close_conn(keeper);
  }
}
