import type { BaseUrl } from "@polls/config";
import type { ListedOperation } from "./operations";
import { type RecordedStep, recordedStories } from "./recorded";

export const sampleLanguages = {
  curl: "curl",
  javascript: "JavaScript",
  python: "Python",
} as const;
export type SampleLanguage = keyof typeof sampleLanguages;

/** A test runs the code (docs/reference/requests.md#documentation). */
export interface Sample {
  readonly step: RecordedStep;
  readonly code: Readonly<Record<SampleLanguage, string>>;
}

type SampledOperation = Pick<ListedOperation, "operationId" | "path" | "responseType">;

const JSON_TYPE = "application/json";
const EVENTS = "text/event-stream";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const FILE_NAME = "photo.jpg";

/** The first successful request, and the first one that uploads a file. */
export function samplesOf(operation: SampledOperation, baseUrl: BaseUrl): readonly Sample[] {
  const answered = recordedStories
    .flatMap(({ steps }) => steps)
    .filter(({ operation: id, status }) => id === operation.operationId && status < 300);
  const first = answered.find(({ form }) => form === undefined);
  const upload = answered.find(({ form }) => Object.values(form ?? {}).some(Array.isArray));
  return [first, upload].flatMap((step) =>
    step === undefined
      ? []
      : [
          {
            step,
            code: {
              curl: curlOf(step, operation, baseUrl),
              javascript: javascriptOf(step, operation, baseUrl),
              python: pythonOf(step, operation, baseUrl),
            },
          },
        ],
  );
}

const tokenVariable = (token: "private" | "public"): string => `${token.toUpperCase()}_TOKEN`;

const addressOf = (step: RecordedStep, baseUrl: BaseUrl): string => baseUrl.href + step.path;

/** A field with a text, or with the name of a file. */
interface FormField {
  readonly name: string;
  readonly file?: string;
  readonly text?: string;
}

const fieldsOf = (form: Readonly<Record<string, unknown>>): readonly FormField[] =>
  Object.entries(form).flatMap<FormField>(([name, value]) =>
    Array.isArray(value)
      ? value.map(() => ({ name, file: FILE_NAME }))
      : [{ name, text: String(value) }],
  );

function curlOf(step: RecordedStep, { responseType }: SampledOperation, baseUrl: BaseUrl): string {
  const { method, token, headers = {}, body, form } = step;
  const parts = [
    ...(token === null ? [] : [`-H "Authorization: Bearer $${tokenVariable(token)}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-H 'Content-Type: ${JSON_TYPE}'`]),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body, undefined, 2))}`]),
    ...fieldsOf(form ?? {}).map(({ name, file, text }) =>
      file === undefined
        ? `--form-string ${quoted(`${name}=${text}`)}`
        : `-F ${quoted(`${name}=@${file}`)}`,
    ),
    ...(responseType === EVENTS ? ["--no-buffer"] : []),
    ...(responseType === XLSX ? ["--output results.xlsx"] : []),
  ];
  const verb = method === "GET" ? "" : `-X ${method} `;
  return [`curl ${verb}${quoted(addressOf(step, baseUrl))}`, ...parts].join(" \\\n  ");
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Options of `createClient` for the request headers that occur in stories. */
const clientOptions: Readonly<Record<string, string>> = {
  "X-SERVICE-USER-IDENTIFIER": "identifier",
  "X-SERVICE-POLL-PASSWORD": "pollPassword",
};

function javascriptOf(step: RecordedStep, operation: SampledOperation, baseUrl: BaseUrl): string {
  const { token, headers = {}, body, form } = step;
  const fields = form === undefined ? [] : fieldsOf(form);
  const options = [
    `baseUrl: ${JSON.stringify(baseUrl.href)}`,
    ...(token === null ? [] : [`token: process.env.${tokenVariable(token)}`]),
    ...Object.entries(headers).map(([name, value]) => {
      const option = clientOptions[name];
      if (option === undefined) throw new Error(`The client has no option for ${name}`);
      return `${option}: ${JSON.stringify(value)}`;
    }),
  ];
  const parameters = { ...parametersOf(step, operation), ...(body === undefined ? {} : { body }) };
  const entries = Object.entries(parameters).map(
    ([name, value]) => `${name}: ${literal(value, javascript)}`,
  );
  const parts = form === undefined ? entries : [...entries, "body"];
  const call = `client.${operation.operationId}(${parts.length === 0 ? "" : `{ ${parts.join(", ")} }`})`;
  return [
    ...(fields.some(({ file }) => file !== undefined)
      ? [`import { openAsBlob } from "node:fs";`]
      : []),
    `import { createClient } from "@polls/client";`,
    "",
    `const client = createClient({\n${options.map((option) => `  ${option},\n`).join("")}});`,
    ...(form === undefined ? [] : ["const body = new FormData();"]),
    ...fields.map(({ name, file, text }) =>
      file === undefined
        ? `body.set(${JSON.stringify(name)}, ${JSON.stringify(text)});`
        : `body.append(${JSON.stringify(name)}, await openAsBlob(${JSON.stringify(file)}), ${JSON.stringify(file)});`,
    ),
    ...javascriptResponse(operation.responseType, call),
  ].join("\n");
}

function javascriptResponse(responseType: string | undefined, call: string): readonly string[] {
  if (responseType === undefined) return [`await ${call};`];
  if (responseType === EVENTS) {
    return [
      `for await (const results of ${call}) {`,
      "  console.log(results);",
      "  break; // without it, further events follow",
      "}",
    ];
  }
  const shown = `console.log(${responseType === JSON_TYPE ? "answer" : `await answer.${responseType === XLSX ? "arrayBuffer" : "text"}()`});`;
  return [`const answer = await ${call};`, shown];
}

function parametersOf({ path }: RecordedStep, { path: template }: SampledOperation) {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const values = pathname.split("/");
  const named = template.split("/").flatMap((part, at) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    return name === undefined ? [] : [[name, decodeURIComponent(values[at] ?? "")] as const];
  });
  return Object.fromEntries([...named, ...searchParams]);
}

function pythonOf(
  step: RecordedStep,
  { responseType }: SampledOperation,
  baseUrl: BaseUrl,
): string {
  const { method, token, headers = {}, body, form } = step;
  const fields = form === undefined ? [] : fieldsOf(form);
  const entries = [
    ...(token === null
      ? []
      : [`"Authorization": f"Bearer {os.environ['${tokenVariable(token)}']}"`]),
    ...Object.entries(headers).map(
      ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    ),
  ];
  const texts = Object.fromEntries(
    fields.flatMap(({ name, text }) => (text === undefined ? [] : [[name, text]])),
  );
  const files = fields.flatMap(({ name, file }) =>
    file === undefined ? [] : [`(${JSON.stringify(name)}, open(${JSON.stringify(file)}, "rb"))`],
  );
  const args = [
    JSON.stringify(addressOf(step, baseUrl)),
    ...(entries.length === 0 ? [] : [`headers={${entries.join(", ")}}`]),
    ...(body === undefined ? [] : [`json=${literal(body, python)}`]),
    ...(form === undefined ? [] : [`data=${literal(texts, python)}`]),
    ...(files.length === 0 ? [] : [`files=[${files.join(", ")}]`]),
    ...(responseType === EVENTS ? ["stream=True"] : []),
    "timeout=30",
  ];
  return [
    ...(token === null ? [] : ["import os"]),
    "import requests",
    "",
    `answer = requests.${method.toLowerCase()}(`,
    ...args.map((part) => `${indented(part)},`),
    ")",
    "answer.raise_for_status()",
    ...pythonResponse(responseType),
  ].join("\n");
}

function pythonResponse(responseType: string | undefined): readonly string[] {
  if (responseType === undefined) return [];
  if (responseType === JSON_TYPE) return ["print(answer.json())"];
  if (responseType === EVENTS) {
    return ["for line in answer.iter_lines(decode_unicode=True):", "    print(line)"];
  }
  if (responseType === XLSX) {
    return [`with open("results.xlsx", "wb") as file:`, "    file.write(answer.content)"];
  }
  return ["print(answer.text)"];
}

const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");

interface Notation {
  readonly indent: string;
  readonly key: (name: string) => string;
  readonly words: Readonly<Record<"true" | "false" | "null", string>>;
}

const javascript: Notation = {
  indent: "  ",
  key: (name) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)),
  words: { true: "true", false: "false", null: "null" },
};
const python: Notation = {
  indent: "    ",
  key: (name) => JSON.stringify(name),
  words: { true: "True", false: "False", null: "None" },
};

/** Writes a JSON value in the notation of a language. Strings are the same as in JSON. */
function literal(value: unknown, notation: Notation, depth = 0): string {
  const { indent, key, words } = notation;
  const around = (open: string, parts: readonly string[], close: string): string =>
    parts.length === 0
      ? open + close
      : `${open}\n${parts.map((part) => `${indent.repeat(depth + 1)}${part},\n`).join("")}${indent.repeat(depth)}${close}`;
  if (Array.isArray(value)) {
    return around(
      "[",
      value.map((each) => literal(each, notation, depth + 1)),
      "]",
    );
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(
      ([name, inner]) => `${key(name)}: ${literal(inner, notation, depth + 1)}`,
    );
    return around("{", entries, "}");
  }
  return typeof value === "boolean" || value === null
    ? words[String(value) as keyof Notation["words"]]
    : JSON.stringify(value);
}
