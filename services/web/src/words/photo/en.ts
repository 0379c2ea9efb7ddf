/** The texts about the details of a picture in English. Every language has exactly these texts. */
export const en = {
  none: "There are no details.",
  author: "By",
  subtitle: "Subtitle",
  camera: "Camera",
  lens: "Lens",
  exposure: "Exposure time",
  aperture: "Aperture",
  iso: "ISO",
  focalLength: "Focal length",
  taken: "Taken",
};

/** The texts about the details of a picture, in a language. */
export type PhotoWords = typeof en;
