import type { ImageSize } from "../orientation";

/** What the header of a picture tells: its displayed size, and the memory that opening it takes. */
export interface ImageHeader extends ImageSize {
  /**
   * Bytes that the decoder holds at a time beyond those of every picture: all pixels or coefficients of a
   * format that is not read row by row, else the current rows, and the file if it is mapped or copied. An
   * upper estimate, measured with `npm run bench:media -- --memory`.
   */
  readonly heldBytes: number;
  /** Whether it may have transparent pixels. */
  readonly transparent: boolean;
  /** Whether its decoder shrinks it on the way: its pixels are then never decoded in full. */
  readonly shrinks?: true;
}

/** Rows that libvips holds of a picture that is read row by row. */
const ROWS = 1_024;

/** The bytes of the rows that libvips holds. */
export const rowsBytes = ({ width, height }: ImageSize, bytesPerPixel: number): number =>
  width * Math.min(height, ROWS) * bytesPerPixel;

/** Bytes of four samples that are blended as floating-point numbers, as measured. */
const BLENDED = 24;

/** Bytes a pixel of rows that the decoder does not shrink: the rows read, and the rows to be shrunk. */
export const flowing = (bytesPerPixel: number, transparent: boolean): number =>
  bytesPerPixel + (transparent ? BLENDED : bytesPerPixel);
