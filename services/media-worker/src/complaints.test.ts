// Covers docs/reference/media.md: broken-files

import { recordedVersions, recording } from "../testing/recordings";
import { blamesTheMachine, problemIn } from "./complaints";

/**
 * Observed messages of ffmpeg 5.1 with libjxl 0.7, libvips 8.18, libheif 1.23, libtiff 4.7 and
 * mozjpeg.
 */
test.each([
  "Decoder (codec prores) not found for input stream #0:0",
  "Decoding requested, but no decoder found for: prores",
  "Unknown input format: 'jpegxl_pipe'",
  "[mov,mp4 @ 0x5] Codec (zmbv) not on whitelist 'h264,hevc'",
  "[h264 @ 0x5] Different chroma and luma bit depth is not implemented. Update your FFmpeg version",
  "Error while decoding stream #0:0: Not yet implemented in FFmpeg, patches welcome",
  "Error while opening decoder for input stream #0:0 : Function not implemented",
  "[libjxl @ 0x5] Bad libjxl pixel format",
  "./lib/jxl/splines.cc:637: JXL_FAILURE: Too many pixels covered with splines",
  "./lib/jxl/image_metadata.cc:249: JXL_FAILURE: Unknown extra channel (bits 8, shift 0, name 'x')",
  "heif: Unsupported feature: Unsupported codec (4.3000)",
  "heif: Error while loading plugin: Support for this compression format has not been built in (11.6003)",
  "VipsJpeg: Unsupported JPEG data precision 12",
  "VipsJpeg: Unsupported JPEG process: SOF type 0xc5",
  "tiff2vips: ZSTD compression support is not configured",
  "tiff2vips: Compression scheme 34892 strip decoding is not implemented",
  "tiff2vips: tiled separate planes not supported",
  "Input file has corrupt header: tiff2vips: unsupported tiff image type",
])("the message of a missing decoder feature is recognized: %s", (complaint) => {
  expect(problemIn(complaint)).toBe("unsupported_codec");
});

test.each([
  "",
  "Invalid data found when processing input",
  "[libjxl @ 0x5] Unexpected end of JXL codestream",
  "./lib/jxl/quant_weights.cc:508: JXL_FAILURE: EOS during DecodeDC",
  "heif: Invalid input: Unspecified: Corrupt frame detected (2.0)",
  "VipsJpeg: Unsupported marker type 0x7b",
  "Input file contains unsupported image format",
  "tiff2vips: Invalid strip byte count 0, strip 0",
])("the message of a damaged file is recognized: %s", (complaint) => {
  expect(problemIn(complaint)).toBe("broken");
});

test.each([
  "vips_tracked: out of memory -- size == 22MB",
  "VipsJpeg: Insufficient memory (case 4)",
  "heif: Invalid input: Unspecified: Memory allocation error (2.0)",
  "glib: Error creating thread: Resource temporarily unavailable",
  "unable to open for read\nsystem error: Too many open files",
  "Error while decoding stream #0:0: Cannot allocate memory",
  "x264 [error]: malloc of size 3418304 failed\nError submitting video frame to the encoder",
  "Error initializing output stream 0:0 -- Error while opening encoder for output stream #0:0",
  "Unknown encoder 'libx264'",
  "unshare: unshare failed: No space left on device",
])("the message of a fault of the machine is recognized: %s", (complaint) => {
  expect(blamesTheMachine(complaint)).toBe(true);
});

test.each([
  "",
  "Invalid data found when processing input",
  "webp2vips: unable to read pixels",
  "Decoder (codec prores) not found for input stream #0:0",
])("the message about a file does not blame the machine: %s", (complaint) => {
  expect(blamesTheMachine(complaint)).toBe(false);
});

describe.each(recordedVersions)("ffmpeg %s", (version) => {
  test.each(["decoder", "format", "filter"])("without the %s does not support the file", (what) => {
    const complaint = recording(version)(`without the ${what}`);
    expect(blamesTheMachine(complaint)).toBe(false);
    expect(problemIn(complaint)).toBe("unsupported_codec");
  });

  test.each(["without the encoder", "without the option", "with an encoder that does not open"])(
    "%s blames the machine",
    (section) => {
      expect(blamesTheMachine(recording(version)(section))).toBe(true);
    },
  );
});
