import { type DerivativeName, pictureNames, soundForm, type VideoDerivative } from "@polls/media";
import type { z } from "zod";
import { derivativeUrl, originalUrl } from "../files/file-links";
import type { AttachmentResponse, PlaybackResponse, VideoResponse } from "./option-files.schema";
import type { OptionFile } from "./option-rows";

export interface FileUrlOptions {
  readonly base: string;
  /** Absent for readers who may not read the original. */
  readonly original?: { readonly linkKey: string; readonly now: Date } | undefined;
}

/** The field `attachment`. Undefined without files (docs/reference/media.md#attachment). */
export function attachmentUrls(
  file: OptionFile,
  options: FileUrlOptions,
): z.input<typeof AttachmentResponse> | undefined {
  const { original, [soundForm.name]: _sound, ...urls } = urlsOf(file, options);
  const named = Object.entries(urls).map(([name, url]) => [`attachment_url_${name}`, url]);
  return unlessEmpty({
    ...Object.fromEntries(named),
    ...(original !== undefined && { attachment_original_url: original }),
  });
}

const videoFields: Readonly<Record<VideoDerivative, keyof z.input<typeof VideoResponse>>> = {
  large: "url",
  thumb: "thumb_url",
  social: "social_url",
};

/** The field `video` of an uploaded video (docs/reference/media.md#videos). */
export function videoUrls(
  file: OptionFile,
  options: FileUrlOptions,
): z.input<typeof VideoResponse> | undefined {
  const { original, ...urls } = urlsOf(file, options);
  const named = Object.entries(videoFields).map(([name, field]) => [
    field,
    urls[name as VideoDerivative],
  ]);
  return unlessEmpty({
    ...Object.fromEntries(named.filter(([, url]) => url !== undefined)),
    ...(original !== undefined && { original_url: original }),
  });
}

/** The field `playback` (docs/reference/media.md#playback). */
export function playbackOf(
  file: OptionFile,
  { base }: FileUrlOptions,
): z.input<typeof PlaybackResponse> | undefined {
  if (!file.processed || file.playback === undefined) return undefined;
  const { [soundForm.name]: url } = urlsOf(file, { base });
  return { ...(url !== undefined && { url }), ...file.playback };
}

/** A broken file has no links. A file in processing has only the link to the original. */
function urlsOf(
  file: OptionFile,
  { base, original }: FileUrlOptions,
): Readonly<Partial<Record<DerivativeName | "original", string>>> {
  if (file.processingError !== undefined) return {};
  const derivatives = file.processed
    ? derivativeNames.flatMap((name) => {
        const key = file.derivatives[name];
        return key === undefined ? [] : [[name, derivativeUrl(base, key, file.shard)] as const];
      })
    : [];
  return {
    ...Object.fromEntries(derivatives),
    ...(original && { original: originalUrl(base, file, original.linkKey, original.now) }),
  };
}

const derivativeNames = [...pictureNames, soundForm.name] as const;

const unlessEmpty = <Urls extends object>(urls: Urls): Urls | undefined =>
  Object.keys(urls).length === 0 ? undefined : urls;
