import {
  type RecordedStep,
  type RecordedStory,
  recordedStories,
} from "../../src/features/docs/recorded";
import { block, code, list } from "./markdown";

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

One page for each type of polls, and others: each has a worked example. The requests and answers are sent and received by a test; \`npm run interface\` writes these pages. What holds in detail is in the [reference](../reference/README.md).

In brackets are the name of the operation, the kind of the token in \`Authorization: Bearer …\`, the \`X-SERVICE-USER-IDENTIFIER\` of a visitor where it is another one than before, and the status of the answer. Bodies are \`application/json\`, or where fields stand in lines \`multipart/form-data\`.

Answers are shortened. Fields of polls and options that are \`settings\`, addresses of pages, and times of rows are left out, and so are \`configuration_hints\`, and of a new object what is 0, false, null or empty. Of an object that the page has shown, only the fields that differ are shown, and no answer where none does; of long answers that an earlier guide has, at most the ids.

${list(
  all.map(
    ({ type, file, title }) => `[${title}](${file})${type === null ? "" : `: ${code(type)}`}`,
  ),
)}
`;

function page(story: Guide): string {
  const about = story.type === null ? story.about : aboutType(story.type, story.about);
  return `# ${story.title}

${about}

## Worked example

Answers are [shortened](README.md).

${story.steps.map(stepWriter()).join("\n\n")}
`;
}

const aboutType = (name: string, about: string): string =>
  `The type [${code(name)}](../reference/polls.md#types). ${about}`;

const IDENTIFIER = "X-SERVICE-USER-IDENTIFIER";

/** Writes the steps of a page. An object is shown whole once, and then only what differs. */
function stepWriter() {
  const shown: Shown = new Map();
  let visitor: string | undefined;
  return (told: RecordedStep, at: number) => {
    const identifier = told.headers?.[IDENTIFIER];
    const isOther = identifier !== undefined && identifier !== visitor;
    visitor = identifier ?? visitor;
    return step(told, at, { shown, visitor: isOther ? identifier : undefined });
  };
}

interface Before {
  readonly shown: Shown;
  /** The identifier of the visitor, if the last one was another. */
  readonly visitor: string | undefined;
}

function step(told: RecordedStep, at: number, before: Before): string {
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
    ...Object.entries(headers).flatMap(([name, value]) =>
      name === IDENTIFIER ? [] : [`${name}: ${value}`],
    ),
    ...(body === undefined ? [] : ["", pretty(body)]),
    ...(form === undefined ? [] : ["", fieldsOf(form)]),
  ].join("\n");
  const shown = withoutShown(answer ?? part, before.shown);
  const by = [
    code(operation),
    ...(token === null ? [] : [token]),
    ...(before.visitor === undefined ? [] : [code(before.visitor)]),
    String(status),
  ];
  return `${at + 1}. ${says} (${by.join(", ")})

${block("http", head)}${isNothingNew(shown) ? "" : `\n\n${shownAnswer(shown)}`}`;
}

/** Whether an answer says no more than the id of what the page has shown. */
const isNothingNew = (shown: unknown): boolean =>
  shown === undefined ||
  (typeof shown === "object" && shown !== null && Object.keys(shown).every((key) => IDS.has(key)));

const LINE = 100;

/** JSON in which each list or object that fits is one line. */
function pretty(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const parts = (deep: string) =>
    isList
      ? value.map((entry) => pretty(entry, deep))
      : Object.entries(value).map(
          ([key, entry]) => `${JSON.stringify(key)}: ${pretty(entry, deep)}`,
        );
  const [open, close] = isList ? "[]" : "{}";
  const line = `${open}${parts(indent).join(", ")}${close}`;
  if (indent.length + line.length <= LINE && !line.includes("\n")) return line;
  return `${open}\n${parts(inner)
    .map((part) => inner + part)
    .join(",\n")}\n${indent}${close}`;
}

/** The fields of a form, a line each; a file is told as one. */
const fieldsOf = (form: Readonly<Record<string, unknown>>): string =>
  Object.entries(form)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? `<${value[0]}>` : value}`)
    .join("\n");

const shownAnswer = (answer: unknown): string =>
  typeof answer === "string" ? block("text", answer.trim()) : block("json", pretty(answer));

const LEFT_OUT = new Set([
  "configuration_hints",
  "created_at",
  "updated_at",
  "public_url",
  "admin_url",
]);

const IDS = new Set(["id", "member_hash"]);

/** Objects by their id, as a page has shown them last. */
type Shown = Map<unknown, Readonly<Record<string, unknown>>>;

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || value === 0 || JSON.stringify(value) === "{}";

/** An answer without the fields that guides leave out, and without those that the page has shown. */
function withoutShown(value: unknown, shown: Shown): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutShown(entry, shown));
  if (typeof value !== "object" || value === null) return value;
  const named = value as { id?: unknown; member_hash?: unknown };
  const id = named.id ?? named.member_hash;
  const isNamed = "member_hash" in value || "position" in value;
  const fields = Object.fromEntries(
    Object.entries(value).filter(([key]) => !LEFT_OUT.has(key) && !(isNamed && key === "settings")),
  );
  const last = id === undefined ? undefined : shown.get(id);
  if (id !== undefined) shown.set(id, { ...last, ...fields });
  const isNews = (key: string, inner: unknown) => {
    if (id === undefined || IDS.has(key)) return true;
    if (last?.[key] === undefined) return !isEmpty(inner);
    return JSON.stringify(last[key]) !== JSON.stringify(inner);
  };
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([key, inner]) => isNews(key, inner))
      .map(([key, inner]) => [key, withoutShown(inner, shown)]),
  );
}
