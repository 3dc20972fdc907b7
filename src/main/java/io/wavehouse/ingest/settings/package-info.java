/**
 * The settings of the bundle: read once at the start from {@code application.properties}, a file
 * and the environment, validated as a whole, and handed out as immutable records. Defaults stand in
 * {@code application.properties} alone; Java holds no second copy.
 */
package io.wavehouse.ingest.settings;
