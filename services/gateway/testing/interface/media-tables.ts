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

const wanted = ["images", "videos", "sounds", "documents"] as const;

/** The known formats that are refused, with the advice by the kind of the option, as a list. */
export function foreignFormatTable(): string {
  const groups = new Map<string, Set<string>>();
  for (const { name, advice } of foreignFormats) {
    const advices = kinds.flatMap((kind, at) => {
      const text = adviceFor(advice, (one) => one === kind);
      return text === undefined ? [] : [{ text, kind: wanted[at] }];
    });
    const isForAll = advices.length === kinds.length;
    const shown = isForAll
      ? (advices[0]?.text ?? "")
      : advices.map(({ text, kind }) => `for ${kind}, ${text}`).join("; ");
    groups.set(shown, (groups.get(shown) ?? new Set()).add(name));
  }
  return list([...groups].map(([shown, names]) => `${[...names].join(", ")}: ${shown}`));
}

/** The forms of pictures that are refused, with the words of the refusal, as a list. */
export const refusedPictureTable = (): string =>
  list(
    Object.values(refusedPictures).map(({ forms, advice }) => {
      const names = forms.map(({ name }) => name.replace(/\{\w+\}/g, "*n*")).join("; ");
      return `${names}: ${adviceFor(advice, (kind) => kind === "image") ?? ""}`;
    }),
  );

/** The accepted codecs, as a list. */
export const codecTable = (): string =>
  list(
    (["video", "audio"] as const).map((kind) => {
      const names = supportedCodecs.flatMap((codec) => (codec.kind === kind ? codec.name : []));
      return `${kind === "audio" ? "sound" : kind}: ${[...new Set(names)].join(", ")}`;
    }),
  );
