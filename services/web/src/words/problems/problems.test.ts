// Covers docs/reference/pages.md: languages

import { readFileSync } from "node:fs";
import path from "node:path";
import { fieldSentence, fieldSentences } from "../../parts/feedback/field-problems";
import { de as adminDe } from "../admin/de";
import { en as adminEn } from "../admin/en";
import { de as participantsDe } from "./de";

const de = adminDe.problems;

const document = JSON.parse(
  readFileSync(path.join(__dirname, "../../../../../openapi.json"), "utf8"),
) as {
  readonly components: {
    readonly schemas: {
      readonly FieldProblemKind: { readonly "x-sentences": Readonly<Record<string, string>> };
    };
  };
};
const { "x-sentences": sentences } = document.components.schemas.FieldProblemKind;

const valuesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([value]) => value);

const titles = { deadline_voting: "End of voting", limit_per_option: "Places" };
const nameOf = (name: string): string | undefined =>
  (titles as Readonly<Record<string, string>>)[name];

const inEuro = (code: string, value: string): string =>
  code === "amount_too_small" ? `${Number(value) / 100} €` : value;

describe("sentences about fields", () => {
  test.each(Object.entries({ en: adminEn.problems, de: adminDe.problems }))(
    "have values that the service sends: %s",
    (_, words) => {
      const strangers = Object.entries(words.sentences).flatMap(([code, text]) =>
        valuesIn(text).filter((value) => !valuesIn(sentences[code] ?? "").includes(value)),
      );
      expect(strangers).toEqual([]);
    },
  );

  test.each<[string, object, string]>([
    ["a field", { title: [{ code: "required", values: {} }] }, "Titel: Hier fehlt noch etwas."],
    [
      "an entry of a list",
      { "invitations.2.email": [{ code: "too_long", values: { max: 255 } }] },
      "3. E‑Mail-Adresse: Bitte höchstens 255 Zeichen.",
    ],
    ["a code of a newer service", { x: [{ code: "of_tomorrow", values: {} }] }, de.sentences.other],
    [
      "another setting",
      {
        start_date_voting: [{ code: "must_not_be_after", values: { setting: "deadline_voting" } }],
      },
      "Das darf nicht nach „End of voting“ liegen.",
    ],
    [
      "several settings",
      {
        base: [
          {
            code: "no_vote_counts",
            values: { settings: "limit_per_option 0 and Votes::RankedVote" },
          },
        ],
      },
      "Dann würde keine Stimme zählen, zusammen mit: Places 0 und eine andere Einstellung",
    ],
    [
      "a setting that the page does not name, without its name in the API",
      { allowed_values: [{ code: "required_with", values: { setting: "survey_step_new" } }] },
      `${de.fields.allowed_values}: Wegen „eine andere Einstellung“ ist das nötig.`,
    ],
    [
      "an amount in units of the currency, where the page knows it",
      { voting_fee: [{ code: "amount_too_small", values: { min: 50, currency: "eur" } }] },
      "Der Betrag ist zu klein. Er beträgt mindestens 0.5 €.",
    ],
  ])("contain %s", (_case, problems, told) => {
    expect(fieldSentences({ problems }, { ...de, value: inEuro }, nameOf)).toEqual([told]);
  });

  test("are empty for an error without a body", () => {
    expect(fieldSentences({}, adminEn.problems)).toEqual([]);
    expect(fieldSentence(new Error("away"), "title", adminEn.problems)).toBeUndefined();
  });
});

describe("the German page names what a refused file is, and what to do with it", () => {
  const media = readFileSync(
    path.join(__dirname, "../../../../../docs/reference/media.md"),
    "utf8",
  );
  /** The names and the advice of each line that is made from the refusals of the service. */
  const linesOf = (part: string): readonly (readonly [string, string])[] =>
    (media.split(`<!-- generated: ${part} -->`)[1]?.split("<!-- end -->")[0] ?? "")
      .split("\n")
      .filter((line) => line.startsWith("- "))
      .map((line) => {
        const end = line.lastIndexOf(": ");
        return [line.slice(2, end), line.slice(end + 2)];
      });
  const rows = [
    ...linesOf("refused formats").map(([names, advice]) => ({
      names: names.split(", "),
      advices: advice.split("; ").map((one) => one.replace(/^for \w+, /, "")),
    })),
    ...linesOf("refused pictures").map(([names, advice]) => ({
      names: names.replaceAll("*n*", "12").split("; "),
      advices: [advice],
    })),
  ];
  const names = [
    ...rows.flatMap((row) => row.names),
    ...["Encrypted video", "Encrypted sound", 'The codec "abcd"', "ProRes RAW"],
    ...["An AVI with sound alone", "An MPEG transport stream with sound alone"],
  ];
  const advices = [
    ...new Set(rows.flatMap((row) => row.advices)),
    ...["convert it to MP4 with H.264 and AAC", "choose a file in MP3, M4A, OGG"],
  ].filter((advice) => advice !== "");

  const refused = (what: string, advice: string) =>
    fieldSentences(
      { problems: { x: [{ code: "file_not_taken_advice", values: { what, advice } }] } },
      de,
    ).join();
  const english =
    /\b(?:an?|the|it|its|as|to|of|or|and|with|without|in|file|picture|codec|bits|channels?)\b/gi;
  /** Words that both languages have. */
  const both = ["in", "Codec", "codec", "bits"];
  const formatsIn = (text: string): readonly string[] =>
    text.match(/\b[A-Z][A-Z\d]*(?:\.?\d+)?[A-Z\d]+\b/g) ?? [];

  test("on pages of participants and of admins alike", () => {
    expect(participantsDe.value).toBe(de.value);
  });

  test("the tables are read", () => {
    expect(names.length).toBeGreaterThan(80);
    expect(advices.length).toBeGreaterThan(14);
  });

  test.each([
    ...names.map((name) => [name, "save it as PDF"] as const),
    ...advices.map((advice) => ["MXF", advice] as const),
  ])("%s: %s", (what, advice) => {
    const told = refused(what, advice);
    expect((told.match(english) ?? []).filter((word) => !both.includes(word))).toEqual([]);
    expect(formatsIn(told)).toEqual(
      expect.arrayContaining([...formatsIn(what), ...formatsIn(advice)]),
    );
  });

  test.each([
    [
      "A TIFF of 32 bits, float",
      "save it in RGB with 8 or 16 bits and LZW compression",
      "Das Format „TIFF mit 32 Bit, Gleitkomma“ wird nicht angenommen. Bitte speichern Sie die Datei in RGB mit 8 oder 16 Bit und LZW-Kompression.",
    ],
    [
      "WMV",
      "convert it to MP4",
      "Das Format „WMV“ wird nicht angenommen. Bitte wandeln Sie die Datei in MP4 um.",
    ],
    [
      "a format of a newer service",
      "do something new",
      "Das Format „a format of a newer service“ wird nicht angenommen. Bitte do something new.",
    ],
  ])("%s: %s: %s", (what, advice, told) => {
    expect(refused(what, advice)).toBe(told);
  });
});
