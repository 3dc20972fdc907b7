package io.wavehouse.ingest.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * What tells one content of a file from another without reading it; of a link, that of its target,
 * so that a mount that swaps links is seen too.
 */
record FileStamp(FileTime modified, long size, Object fileKey) {
  static FileStamp of(Path file) throws IOException {
    var attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return new FileStamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
  }
}
