import { type ErrorBody, type FieldProblem, UnprocessableError } from "@polls/client";
import type { ProblemWords } from "../../words/problems";

export { problemWords } from "../../words/problems";

/** The name of a field or setting on the page, where it has one. */
export type NameOf = (field: string) => string | undefined;

const unnamed: NameOf = () => undefined;

/** A proxy may send any response, and a newer service further codes. */
const problemsIn = (body: ErrorBody): Readonly<Record<string, readonly FieldProblem[]>> =>
  (body as { problems?: Readonly<Record<string, readonly FieldProblem[]>> }).problems ?? {};

/** The problem of one field of a refused body; undefined if there is none. */
export function fieldSentence(
  error: unknown,
  field: string,
  words: ProblemWords,
  nameOf: NameOf = unnamed,
): string | undefined {
  if (!(error instanceof UnprocessableError)) return undefined;
  const problems = problemsIn(error.body)[field];
  return problems?.map((problem) => sentenceOf(problem, words, nameOf)).join(" ");
}

/** The problems of the fields of a refused body, each with its name. */
export const fieldSentences = (
  body: ErrorBody,
  words: ProblemWords,
  nameOf: NameOf = unnamed,
): readonly string[] =>
  Object.entries(problemsIn(body)).map(([path, problems]) => {
    const label = labelOf(path, words, nameOf);
    const sentences = problems.map((problem) => sentenceOf(problem, words, nameOf)).join(" ");
    return label === "" ? sentences : `${label}: ${sentences}`;
  });

/** More formats than these are files of all kinds. */
const FORMATS_SHOWN = 12;
const longFormats = ({ code, values }: FieldProblem): string | undefined => {
  const formats = String(values.values ?? "");
  const isLong = code === "file_unknown" && formats.split(", ").length > FORMATS_SHOWN;
  return isLong ? formats : undefined;
};

/** The accepted formats, where the sentence about a refused file names only their kinds. */
export const longFormatsOf = (body: ErrorBody): string | undefined =>
  Object.values(problemsIn(body))
    .flat()
    .map(longFormats)
    .find((formats) => formats !== undefined);

function sentenceOf(problem: FieldProblem, words: ProblemWords, nameOf: NameOf): string {
  const { code, values } = problem;
  if (longFormats(problem) !== undefined) return words.anyFile;
  const known: Readonly<Record<string, string>> = words.sentences;
  return (known[code] ?? words.sentences.other).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? "");
    if (name === "setting") return titleOf(value, words, nameOf) ?? words.otherSetting;
    if (name === "settings") return namedSettings(value, words, nameOf);
    return words.value?.(code, value) ?? value;
  });
}

/** Settings with their values, such as `vote_limit_per_voter 0 and limit_per_option 1`. */
const namedSettings = (text: string, words: ProblemWords, nameOf: NameOf): string =>
  text
    .replace(
      /[a-z]+(?:_[a-z]+)+|Votes::\w+/g,
      (name) => titleOf(name, words, nameOf) ?? words.otherSetting,
    )
    .replaceAll(" and ", ` ${words.and} `);

/** What a field or setting is called on pages; undefined: pages have no name for it. */
function titleOf(name: string, { fields }: ProblemWords, nameOf: NameOf): string | undefined {
  const known: Readonly<Record<string, string>> = fields;
  return nameOf(name) ?? known[name];
}

/** The name of a field, after its position in a list. */
function labelOf(path: string, words: ProblemWords, nameOf: NameOf): string {
  const parts = path.split(".");
  const index = parts[0] === "additional_attributes" ? undefined : parts.find(isIndex);
  const name = parts.findLast((part) => !isIndex(part)) ?? "";
  const title = nameOf(path) ?? titleOf(name, words, nameOf);
  const place = index === undefined ? undefined : `${Number(index) + 1}.`;
  return [place, title].filter((part) => part !== undefined).join(" ");
}

const isIndex = (part: string): boolean => /^\d+$/.test(part);
