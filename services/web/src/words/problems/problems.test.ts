// Covers docs/reference/pages.md: languages

import { readFileSync } from "node:fs";
import path from "node:path";
import { fieldSentence, fieldSentences } from "../../parts/feedback/field-problems";
import { de as adminDe } from "../admin/de";
import { en as adminEn } from "../admin/en";

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
      "3. E-Mail-Adresse: Bitte höchstens 255 Zeichen.",
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
    expect(fieldSentences({ problems }, { ...de, amount: inEuro }, nameOf)).toEqual([told]);
  });

  test("are empty for an error without a body", () => {
    expect(fieldSentences({}, adminEn.problems)).toEqual([]);
    expect(fieldSentence(new Error("away"), "title", adminEn.problems)).toBeUndefined();
  });
});
