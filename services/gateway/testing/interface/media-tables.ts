import {
  adviceFor,
  foreignFormats,
  formats,
  type MediaKind,
  pictureDecoders,
  refusedPictures,
  supportedCodecs,
} from "@polls/media";
import { list, table } from "./markdown";

const kinds: readonly MediaKind[] = ["image", "video", "audio", "file"];

const accepted = Object.entries(formats);

/** The accepted formats by the names in refusals, as a list. */
export const formatTable = (): string =>
  list(
    kinds.map((kind) => {
      const names = accepted.flatMap(([name, facts]) =>
        facts.kind === kind ? name.toUpperCase() : [],
      );
      return `${kind === "file" ? "document" : kind}: ${names.join(", ")}`;
    }),
  );

/** The forms of pictures that are refused, with the words of the refusal, as a table. */
export const refusedPictureTable = (): string =>
  table(
    ["format", "file", "what to do"],
    Object.entries(refusedPictures).map(([format, { forms, advice }]) => [
      format,
      forms.map(({ name }) => name.replace(/\{\w+\}/g, "*n*")).join("; "),
      adviceFor(advice, (wanted) => wanted === "image") ?? "",
    ]),
  );

const yesNo = (value: boolean) => (value ? "yes" : "no");

/** The decoders of pictures and what becomes of the colors, as a table. */
export const decoderTable = (): string =>
  table(
    ["format", "decoder", "crops", "transparency", "what tells the colors, the first that exists"],
    Object.values(pictureDecoders).map(({ name, program, crops, transparency, colors }) => [
      name,
      program,
      yesNo(crops),
      yesNo(transparency),
      colors.join(", "),
    ]),
  );

/** The known formats that are refused, with the advice by the kind of the option, as a table. */
export function foreignFormatTable(): string {
  const names = new Map<string, Set<string>>();
  const rows = new Map<string, readonly string[]>();
  for (const { name, advice } of foreignFormats) {
    const cells = kinds.map((kind) => adviceFor(advice, (wanted) => wanted === kind) ?? "");
    const key = cells.join("|");
    rows.set(key, cells);
    names.set(key, (names.get(key) ?? new Set()).add(name));
  }
  return table(
    ["formats", "for images", "for videos", "for sounds", "for documents"],
    [...rows].map(([key, cells]) => [[...(names.get(key) ?? [])].join(", "), ...cells]),
  );
}

/** The accepted codecs, as a list. */
export const codecTable = (): string =>
  list(
    (["video", "audio"] as const).map((kind) => {
      const names = supportedCodecs.flatMap((codec) => (codec.kind === kind ? codec.name : []));
      return `${kind === "audio" ? "sound" : kind}: ${[...new Set(names)].join(", ")}`;
    }),
  );
