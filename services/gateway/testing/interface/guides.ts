import { defaultStepVoteType, stepVoteTypes } from "@polls/domain/option-types";
import { pollTypes, voteTypesFor } from "@polls/domain/poll-types";
import {
  type RecordedStep,
  type RecordedStory,
  recordedStories,
} from "../../src/features/docs/recorded";
import { block, code, table } from "./markdown";

const plain = (name: string): string => name.replace(/^\w+::/, "");

const fileOf = (type: string): string =>
  `${plain(type)
    .replace(/(?!^)[A-Z]/g, "-$&")
    .toLowerCase()}.md`;

/** A story with a page: about one type of polls, or about another subject. */
interface Guide extends RecordedStory {
  readonly file: string;
}

const all: readonly Guide[] = recordedStories.flatMap((story) => {
  const { type, guide } = story;
  const file = type === null ? guide && `${guide}.md` : fileOf(type);
  return file === undefined ? [] : [{ ...story, file }];
});

/** The pages of docs/guides: their paths and texts. */
export const guides = (): readonly (readonly [string, string])[] =>
  all.map((story) => [`docs/guides/${story.file}`, page(story)] as const);

export const guideIndex = (): string => `# Guides

One page for each type of polls, with what it takes, and others: each has a worked example. The requests and answers are sent and received by a test; \`npm run interface\` writes these pages. What holds in detail is in the [reference](../reference/README.md).

${table(
  ["type", "guide"],
  all.map(({ type, file, title }) => [type === null ? "–" : code(type), `[${title}](${file})`]),
)}
`;

function page(story: Guide): string {
  const about = story.type === null ? story.about : aboutType(story.type, story.about);
  return `# ${story.title}

${about}

## Worked example

Answers are shortened: \`settings\` and \`configuration_hints\` of polls are left out. Of long answers that an earlier guide has, at most the ids are shown.

${story.steps.map(step).join("\n\n")}
`;
}

function aboutType(name: string, about: string): string {
  const type = pollTypes.get(name);
  return `The type ${code(type.name)}. ${about}

${table(
  ["it has", "which"],
  [
    [
      "options at the top level, default first",
      type.optionTypes.map((name) => code(plain(name))).join(", "),
    ],
    [
      "votes, default first",
      type.hasSteps
        ? votesByStep()
        : voteTypesFor(type)
            .map((name) => code(plain(name)))
            .join(", "),
    ],
    ["options on a page", String(type.pageSize)],
    ["order of options", code(type.defaultSort)],
  ],
)}

The values of each kind are in [votes](../reference/votes.md#kinds-and-values).`;
}

const votesByStep = (): string =>
  stepVoteTypes
    .flatMap(([stepType, type]) => (type === undefined ? [] : [[stepType, type] as const]))
    .map(([stepType, type]) => {
      const votes =
        type === "chosen"
          ? `a simple kind, ${code(plain(defaultStepVoteType))} unless it says another`
          : code(plain(type));
      return `under ${code(stepType)} steps ${votes}`;
    })
    .join("; ");

function step(told: RecordedStep, at: number): string {
  const {
    says,
    method,
    path,
    token,
    headers = {},
    body,
    form,
    status,
    answer,
    part,
    operation,
  } = told;
  const head = [
    `${method} ${path}`,
    ...(token === null ? [] : [`Authorization: Bearer <${token} token>`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["Content-Type: application/json", "", pretty(body)]),
    ...(form === undefined ? [] : ["Content-Type: multipart/form-data", "", fieldsOf(form)]),
  ].join("\n");
  const shown = answer ?? part;
  return `${at + 1}. ${says} (${code(operation)})

${block("http", head)}

Answer: ${status}${answer === undefined && part !== undefined ? ", in part" : ""}.${shown === undefined ? "" : `\n\n${shownAnswer(shown)}`}`;
}

const pretty = (value: unknown): string => JSON.stringify(shortened(value), undefined, 2);

/** The fields of a form, a line each; a file is told as one. */
const fieldsOf = (form: Readonly<Record<string, unknown>>): string =>
  Object.entries(form)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? `<${value[0]}>` : value}`)
    .join("\n");

const shownAnswer = (answer: unknown): string =>
  typeof answer === "string" ? block("text", answer.trim()) : block("json", pretty(answer));

const LEFT_OUT = new Set(["settings", "configuration_hints"]);

function shortened(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return Array.isArray(value) ? value.map(shortened) : value;
  }
  const isPoll = "member_hash" in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isPoll || !LEFT_OUT.has(key))
      .map(([key, inner]) => [key, shortened(inner)]),
  );
}
