import type { ImageSize } from "../orientation";

/** What a picture's header tells: its size as it is seen, and what opening it takes. */
export interface ImageHeader extends ImageSize {
  /**
   * Bytes its decoder holds at a time beyond what every picture takes: all pixels or coefficients of
   * a format that cannot be read row by row, else the rows at hand, and the file where that is
   * mapped or copied. Estimated from above; measured with `npm run bench:media -- --memory`.
   */
  readonly heldBytes: number;
  /** It may have transparent places. */
  readonly transparent: boolean;
}

/** What libvips keeps at hand of a picture that it reads row by row. */
const ROWS = 1_024;

/** The rows at hand of a picture that is read row by row. */
export const rowsBytes = ({ width, height }: ImageSize, bytesPerPixel: number): number =>
  width * Math.min(height, ROWS) * bytesPerPixel;

/** Of four samples that are blended as floating-point numbers, on their way in and out, as measured. */
const BLENDED = 24;

/** Bytes a pixel of rows that the decoder does not shrink: as they are read, and on their way to be shrunk. */
export const flowing = (bytesPerPixel: number, transparent: boolean): number =>
  bytesPerPixel + (transparent ? BLENDED : bytesPerPixel);
