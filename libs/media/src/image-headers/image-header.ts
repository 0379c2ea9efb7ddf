import type { ImageSize } from "../orientation";

/** The facts in the header of a picture: its displayed size, and the memory that decoding needs. */
export interface ImageHeader extends ImageSize {
  /**
   * Bytes that the decoder holds beside those of every picture: all pixels or coefficients, or the
   * current rows if it reads row by row, and the file if that is mapped or copied. An upper
   * estimate, measured with `npm run bench:media -- --memory`.
   */
  readonly heldBytes: number;
  readonly transparent: boolean;
  /** Whether the service converts its colors from samples of 16 bits. */
  readonly deepColors?: true;
  /** Whether its decoder shrinks it while reading. Its pixels are then never decoded in full. */
  readonly shrinks?: true;
}

/** Number of rows that libvips holds of a picture that is read row by row. */
const ROWS = 1_024;

/** The bytes of the rows that libvips holds. */
export const rowsBytes = ({ width, height }: ImageSize, bytesPerPixel: number): number =>
  width * Math.min(height, ROWS) * bytesPerPixel;

/** Bytes of four samples that are blended as floating-point numbers (measured). */
const BLENDED = 24;

/** Bytes per pixel of rows that the decoder does not shrink: those read, and those to shrink. */
export const flowing = (bytesPerPixel: number, transparent: boolean): number =>
  bytesPerPixel + (transparent ? BLENDED : bytesPerPixel);
