package io.wavehouse.ingest.support;

/**
 * The HTTP status ClickHouse answers for an exception code, after {@code
 * src/Server/HTTP/exceptionCodeToHTTPStatus.cpp} of the server; what is not listed there is 500.
 */
final class HttpStatusOf {
  private HttpStatusOf() {}

  static int code(int exceptionCode) {
    return switch (exceptionCode) {
      case 194 -> 401; // REQUIRED_PASSWORD
      // UNKNOWN_USER, WRONG_PASSWORD, ACCESS_DENIED, SET_NON_GRANTED_ROLE, AUTHENTICATION_FAILED
      case 192, 193, 497, 512, 516 -> 403;
      // CANNOT_PARSE_TEXT, _ESCAPE_SEQUENCE, _QUOTED_STRING, _INPUT_ASSERTION_FAILED, _DATE,
      // _DATETIME, _NUMBER, _UUID, _DOMAIN_VALUE_FROM_STRING, _IPV4, _IPV6
      case 6, 25, 26, 27, 38, 41, 72, 376, 441, 675, 676 -> 400;
      // THERE_IS_NO_COLUMN, DUPLICATE_COLUMN, BAD_ARGUMENTS, ILLEGAL_COLUMN, TYPE_MISMATCH,
      // INCORRECT_DATA, VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE, CANNOT_COMPILE_REGEXP
      case 8, 15, 36, 44, 53, 117, 321, 427 -> 400;
      // SYNTAX_ERROR, UNKNOWN_ELEMENT_IN_AST, UNKNOWN_TYPE_OF_AST_NODE, TOO_DEEP_AST, TOO_BIG_AST,
      // UNEXPECTED_AST_STRUCTURE
      case 62, 37, 123, 167, 168, 223 -> 400;
      // UNKNOWN_FUNCTION, _IDENTIFIER, _TYPE, _STORAGE, _TABLE, _AGGREGATE_FUNCTION, _FORMAT,
      // _TYPE_OF_QUERY, _DATABASE, _SETTING, _DIRECTION_OF_SORTING, _DATABASE_ENGINE, _ROLE
      case 46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 152, 336, 511 -> 404;
      case 159 -> 408; // TIMEOUT_EXCEEDED
      case 381 -> 411; // HTTP_LENGTH_REQUIRED
      case 229 -> 413; // QUERY_IS_TOO_LARGE
      case 779 -> 415; // UNSUPPORTED_MEDIA_TYPE
      case 48 -> 501; // NOT_IMPLEMENTED
      case 76, 209, 439 -> 503; // CANNOT_OPEN_FILE, SOCKET_TIMEOUT, CANNOT_SCHEDULE_TASK
      default -> 500;
    };
  }
}
