package io.wavehouse.ingest.routes;

/** Something that must hold in routes, whatever an edit does to them. */
interface Rule {
  /** Adds what it finds to the problems of these routes. */
  void look(ParsedRoutes routes);
}
