package io.wavehouse.ingest.support;

import com.sun.jna.Library;
import com.sun.jna.Pointer;

/**
 * The functions of chDB's C API (chdb.h, 26.7) that the HTTP front needs. A connection is a pointer
 * to a handle: {@code chdb_connect} gives the pointer, queries take the handle it points at.
 */
@SuppressWarnings("MemberName") // JNA finds a function by the name of the method
interface ChdbLibrary extends Library {
  /** The engine's own handlers would take SIGSEGV and SIGTERM away from the JVM. */
  void chdb_set_signal_handlers_enabled(int enabled);

  Pointer chdb_connect(int argc, String[] argv);

  void chdb_close_conn(Pointer connection);

  /** 0 on success; fills a struct of four uint32: its size, statements, flags, class. */
  int chdb_classify_query_n(
      Pointer handle,
      byte[] query,
      long queryLength,
      byte[] database,
      long databaseLength,
      Pointer analysis);

  Pointer chdb_query_n(
      Pointer handle, byte[] query, long queryLength, byte[] format, long formatLength);

  Pointer chdb_stream_insert_n(
      Pointer handle, byte[] query, long queryLength, byte[] format, long formatLength);

  int chdb_stream_append(Pointer stream, Pointer data, long length);

  Pointer chdb_stream_done(Pointer stream);

  Pointer chdb_stream_insert_error(Pointer stream);

  void chdb_destroy_insert_stream(Pointer stream);

  Pointer chdb_result_buffer(Pointer result);

  long chdb_result_length(Pointer result);

  Pointer chdb_result_error(Pointer result);

  double chdb_result_elapsed(Pointer result);

  long chdb_result_rows_read(Pointer result);

  long chdb_result_bytes_read(Pointer result);

  long chdb_result_rows_written(Pointer result);

  long chdb_result_bytes_written(Pointer result);

  void chdb_destroy_query_result(Pointer result);
}
