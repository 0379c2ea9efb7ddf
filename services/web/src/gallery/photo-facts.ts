import type { Option } from "@polls/client";
import { unbroken } from "../parts/show/dates";
import type { SubmissionWords } from "../words/submission/en";

/** A detail of a picture, with its label. */
export interface PhotoFact {
  readonly label: string;
  readonly text: string;
}

type Described = Pick<Option, "author_name" | "subtitle" | "metadata">;

/** The details of a picture that its reader may see, in the language of the page. */
export function photoFacts(
  { author_name, subtitle, metadata = {} }: Described,
  words: SubmissionWords["photo"],
  locale: string,
): readonly PhotoFact[] {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const textOf = (name: string): string | undefined => {
    const value = metadata[name];
    return typeof value === "string" ? value : undefined;
  };
  const numberOf = (name: string, write: (value: number) => string): string | undefined => {
    const value = metadata[name];
    return typeof value === "number" ? write(value) : undefined;
  };
  const camera = [textOf("camera_make"), textOf("camera_model")].filter((part) => !!part);
  const facts: readonly (readonly [string, string | undefined])[] = [
    [words.author, author_name],
    [words.subtitle, subtitle],
    [words.camera, camera.length === 0 ? undefined : camera.join(" ")],
    [words.lens, textOf("lens_model")],
    [
      words.exposure,
      numberOf("exposure_time", (seconds) =>
        seconds < 1
          ? `1/${number.format(Math.round(1 / seconds))} s`
          : `${number.format(seconds)} s`,
      ),
    ],
    [words.aperture, numberOf("f_number", (value) => `f/${number.format(value)}`)],
    [words.iso, numberOf("iso", String)],
    [words.focalLength, numberOf("focal_length", (value) => `${number.format(value)} mm`)],
    [words.taken, momentOf(textOf("taken_at"), locale)],
  ];
  return facts.flatMap(([label, text]) => (text === undefined ? [] : [{ label, text }]));
}

/** The time of a camera has no zone, and is shown as it is. */
function momentOf(taken: string | undefined, locale: string): string | undefined {
  const moment = new Date(`${taken}Z`);
  if (taken === undefined || Number.isNaN(moment.getTime())) return undefined;
  const form = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
  return unbroken(new Intl.DateTimeFormat(locale, form).format(moment));
}
