import { type DerivativeName, derivativeNames } from "@polls/media";
import type { z } from "zod";
import { derivativeUrl, originalUrl } from "../files/file-links";
import type { OptionFile } from "./option-rows";
import type { AttachmentResponse, VideoResponse } from "./options.schema";

/** Whether the original may be read by whom the addresses are for, and how they are made. */
export interface FileAddresses {
  readonly baseUrl: URL;
  readonly linkKey: string;
  readonly now: Date;
  readonly mayReadOriginal: boolean;
}

/** S2.2, `attachment`: only the keys that exist; undefined where none does (decisions 11). */
export function attachmentUrls(
  file: OptionFile,
  addresses: FileAddresses,
): z.input<typeof AttachmentResponse> | undefined {
  const of = addressesOf(file, addresses);
  return unlessEmpty({
    ...(of.large !== undefined && { attachment_url_large: of.large }),
    ...(of.thumb !== undefined && { attachment_url_thumb: of.thumb }),
    ...(of.social !== undefined && { attachment_url_social: of.social }),
    ...(of.cover !== undefined && { attachment_url_cover: of.cover }),
    ...(of.original !== undefined && { attachment_original_url: of.original }),
  });
}

/** The extension `video`: the files of an uploaded video, under the same rules (decisions 11). */
export function videoUrls(
  file: OptionFile,
  addresses: FileAddresses,
): z.input<typeof VideoResponse> | undefined {
  const of = addressesOf(file, addresses);
  return unlessEmpty({
    ...(of.large !== undefined && { url: of.large }),
    ...(of.thumb !== undefined && { thumb_url: of.thumb }),
    ...(of.social !== undefined && { social_url: of.social }),
    ...(of.original !== undefined && { original_url: of.original }),
  });
}

/** A file that proved broken has no address at all; one in the works only that of the original. */
function addressesOf(
  file: OptionFile,
  { baseUrl, linkKey, now, mayReadOriginal }: FileAddresses,
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
