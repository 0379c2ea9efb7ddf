import type { PhotoWords } from "./en";

export const de: PhotoWords = {
  none: "Es gibt keine Einzelheiten.",
  author: "Von",
  subtitle: "Untertitel",
  camera: "Kamera",
  lens: "Objektiv",
  exposure: "Belichtungszeit",
  aperture: "Blende",
  iso: "ISO",
  focalLength: "Brennweite",
  taken: "Aufgenommen",
};
