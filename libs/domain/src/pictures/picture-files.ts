/** Longest sides of derivatives in pixels (docs/reference/media.md#derivatives). */
const THUMB_PX = 400;
const MEDIUM_PX = 1_024;
/** The width in a list: on phones that of the screen without margins, elsewhere that of a column. */
const LIST_SIZES = "(max-width: 34rem) calc(90vw - 2.25rem), 22rem";
/** The same in a gallery that has two columns on phones. */
const PAIRED_SIZES = "(max-width: 21.7rem) 92vw, (max-width: 48rem) 46vw, 22rem";

export interface PictureFacts {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Only of videos and audio. */
  readonly playback?: object | undefined;
  readonly attachment?:
    | {
        readonly attachment_url_thumb?: string | undefined;
        readonly attachment_url_medium?: string | undefined;
      }
    | undefined;
}

/** The files that a browser chooses from to show a picture in a list. */
export interface PictureFiles {
  readonly src: string;
  readonly srcset?: string;
  readonly sizes?: string;
}

/**
 * The files of a picture in a list. Undefined when the option has no picture.
 * @param isPaired Whether phones show the list in two columns.
 */
export function pictureFiles(
  { attachment, playback, width, height }: PictureFacts,
  isPaired = false,
): PictureFiles | undefined {
  const { attachment_url_thumb: src, attachment_url_medium: medium } = attachment ?? {};
  if (src === undefined || playback !== undefined) return undefined;
  if (medium === undefined) return { src };
  const widthAt = (longSide: number) =>
    width === undefined || height === undefined
      ? longSide
      : Math.round(width * Math.min(1, longSide / Math.max(width, height)));
  return {
    src,
    srcset: `${src} ${widthAt(THUMB_PX)}w, ${medium} ${widthAt(MEDIUM_PX)}w`,
    sizes: isPaired ? PAIRED_SIZES : LIST_SIZES,
  };
}
