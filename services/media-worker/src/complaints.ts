/** Messages about a lack of something on the machine: a fault of the machine, not of the file. */
const ofTheMachine: readonly RegExp[] = [
  // The system, as Node and the decoders report it.
  /no space left on device|disk quota exceeded|file too large|too many open files/i,
  /resource temporarily unavailable|cannot allocate memory|not enough memory/i,
  // libvips, libjpeg, libheif, x264 and V8.
  /out of memory|insufficient memory|memory allocation error|malloc of size|allocation failed/i,
  // ffmpeg about its options and encoders, which do not depend on the file.
  /Unrecognized option|Unknown encoder|Error while opening encoder/,
];

/** Messages of decoders about features that they do not support on this machine. */
const ofLackingFeatures: readonly RegExp[] = [
  // ffmpeg without the decoder, format or filter of colors, or not allowed to open it.
  /no decoder found|[Dd]ecoder .{0,80}not found|not on whitelist|Unknown input format|No such filter/,
  // ffmpeg, for everything that its decoders do not support yet.
  /is not implemented\. Update your FFmpeg|Not yet implemented in FFmpeg|Function not implemented/,
  // ffmpeg cannot represent such pixels for libjxl, or libjxl exceeds its own limits.
  /Bad libjxl pixel format/,
  /JXL_FAILURE: .*(?:not supported|not (?:yet )?implemented|covered with splines|Unknown extra)/,
  // Error codes of libheif for unknown types and features, and for missing plugins.
  /\((?:3|4|11)\.\d+\)/,
  // libaom and libde265 inside libheif.
  /Bitstream (?:required feature )?not supported by this decoder|unimplemented decoder feature/,
  // libjpeg.
  /Unsupported JPEG (?:process|data precision)|sampling not implemented/,
  // libtiff, and libvips about its pixels.
  /compression support is not configured|compression method is not configured/,
  /decoding is not implemented|unsupported tiff image|(?:planes|images) not supported/,
];

/** Whether a decoder reports a fault of the machine. */
export const blamesTheMachine = (complaint: string): boolean =>
  ofTheMachine.some((words) => words.test(complaint));

/** The problem of a file that a decoder did not open: an unsupported feature, or else damage. */
export const problemIn = (complaint: string): "unsupported_codec" | "broken" =>
  ofLackingFeatures.some((words) => words.test(complaint)) ? "unsupported_codec" : "broken";
