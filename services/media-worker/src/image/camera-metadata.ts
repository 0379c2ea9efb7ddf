import readExif from "exif-reader";

/** Camera and settings, never the location (docs/reference/media.md#camera-metadata). */
export interface CameraMetadata {
  readonly camera_make?: string;
  readonly camera_model?: string;
  readonly lens_model?: string;
  /** In seconds. */
  readonly exposure_time?: number;
  readonly f_number?: number;
  readonly iso?: number;
  /** In millimeters. */
  readonly focal_length?: number;
  /** The local time of the camera, without a time zone: `2024-05-01T12:30:00`. */
  readonly taken_at?: string;
}

const TEXT_MAX_LENGTH = 100;

/** Reads these fields from Exif data. Undefined if it has none of them, or is broken. */
export function cameraMetadata(exif: Buffer | undefined): CameraMetadata | undefined {
  if (exif === undefined) return undefined;
  let read: ReturnType<typeof readExif>;
  try {
    read = readExif(exif);
  } catch {
    return undefined; // a picture with broken metadata is still valid
  }
  const { Image: image = {}, Photo: photo = {} } = read;
  const fields = {
    camera_make: text(image.Make),
    camera_model: text(image.Model),
    lens_model: text(photo.LensModel),
    exposure_time: positive(photo.ExposureTime),
    f_number: positive(photo.FNumber),
    iso: positive(first(photo.ISOSpeedRatings)),
    focal_length: positive(photo.FocalLength),
    taken_at: moment(photo.DateTimeOriginal),
  };
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

function text(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  // Control and formatting characters of uploads must not appear on a page.
  const shown = value.replace(/[\p{C}]/gu, "").trim();
  return shown === "" ? undefined : shown.slice(0, TEXT_MAX_LENGTH);
}

const positive = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;

const moment = (value: unknown): string | undefined =>
  Object.prototype.toString.call(value) === "[object Date]" &&
  !Number.isNaN((value as Date).getTime())
    ? (value as Date).toISOString().slice(0, 19)
    : undefined;
