import { type DerivativeName, derivativeNames } from "@polls/media";
import type { z } from "zod";
import { derivativeUrl, originalUrl } from "../files/file-links";
import type { OptionFile } from "./option-rows";
import type { AttachmentResponse, VideoResponse } from "./options.schema";

export interface FileUrlOptions {
  readonly baseUrl: URL;
  readonly linkKey: string;
  readonly now: Date;
  readonly mayReadOriginal: boolean;
}

/** The field `attachment` with the files that exist; undefined: none (docs/reference/media.md#attachment). */
export function attachmentUrls(
  file: OptionFile,
  options: FileUrlOptions,
): z.input<typeof AttachmentResponse> | undefined {
  const urls = urlsOf(file, options);
  return unlessEmpty({
    ...(urls.large !== undefined && { attachment_url_large: urls.large }),
    ...(urls.thumb !== undefined && { attachment_url_thumb: urls.thumb }),
    ...(urls.social !== undefined && { attachment_url_social: urls.social }),
    ...(urls.cover !== undefined && { attachment_url_cover: urls.cover }),
    ...(urls.original !== undefined && { attachment_original_url: urls.original }),
  });
}

/** The field `video` of an uploaded video (docs/reference/media.md#videos). */
export function videoUrls(
  file: OptionFile,
  options: FileUrlOptions,
): z.input<typeof VideoResponse> | undefined {
  const urls = urlsOf(file, options);
  return unlessEmpty({
    ...(urls.large !== undefined && { url: urls.large }),
    ...(urls.thumb !== undefined && { thumb_url: urls.thumb }),
    ...(urls.social !== undefined && { social_url: urls.social }),
    ...(urls.original !== undefined && { original_url: urls.original }),
  });
}

/** A broken file has no links, a file in processing only that of the original. */
function urlsOf(
  file: OptionFile,
  { baseUrl, linkKey, now, mayReadOriginal }: FileUrlOptions,
): Readonly<Partial<Record<DerivativeName | "original", string>>> {
  if (file.processingError !== undefined) return {};
  const derivatives = file.processed
    ? derivativeNames.flatMap((name) => {
        const key = file.derivatives[name];
        return key === undefined ? [] : [[name, derivativeUrl(baseUrl, key)] as const];
      })
    : [];
  return {
    ...Object.fromEntries(derivatives),
    ...(mayReadOriginal && { original: originalUrl(baseUrl, file, linkKey, now) }),
  };
}

const unlessEmpty = <Urls extends object>(urls: Urls): Urls | undefined =>
  Object.keys(urls).length === 0 ? undefined : urls;
