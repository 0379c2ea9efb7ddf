/** A disk or memory that is full: a fault of the machine, not of the file. */
const ofTheMachine =
  /No space left on device|Cannot allocate memory|Resource temporarily unavailable|File too large/;

/** Features of a file that a decoder of this machine lacks, in the words of the decoder. */
const ofLackingFeatures: readonly RegExp[] = [
  // ffmpeg without the decoder or format, or forbidden to open it.
  /no decoder found|[Dd]ecoder .{0,80}not found|not on whitelist|Unknown input format/,
  // What ffmpeg says, in these words, of everything that its decoders do not do yet.
  /is not implemented\. Update your FFmpeg|Not yet implemented in FFmpeg|Function not implemented/,
  // ffmpeg has no pixels of this kind for libjxl, and libjxl its own limits.
  /Bad libjxl pixel format/,
  /JXL_FAILURE: .*(?:not supported|not (?:yet )?implemented|covered with splines|Unknown extra)/,
  // The codes of libheif for types and features that it does not know, and for plugins that are not there.
  /\((?:3|4|11)\.\d+\)/,
  // libaom and libde265 within libheif.
  /Bitstream (?:required feature )?not supported by this decoder|unimplemented decoder feature/,
  // libjpeg.
  /Unsupported JPEG (?:process|data precision)|sampling not implemented/,
  // libtiff, and libvips for its pixels.
  /compression support is not configured|compression method is not configured/,
  /decoding is not implemented|unsupported tiff image|(?:planes|images) not supported/,
];

/** Whether a decoder complains about the machine. */
export const blamesTheMachine = (complaint: string): boolean => ofTheMachine.test(complaint);

/** What a decoder found in a file that it did not open: a feature that it lacks; else damage. */
export const problemIn = (complaint: string): "unsupported_codec" | "broken" =>
  ofLackingFeatures.some((words) => words.test(complaint)) ? "unsupported_codec" : "broken";
