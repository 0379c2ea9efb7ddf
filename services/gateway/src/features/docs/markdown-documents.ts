import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { BaseUrl } from "@polls/config";
import { type JsonSchema, typeParts } from "./json-schema";
import type { OpenApiDocument } from "./openapi-document";
import { type Content, type ListedOperation, operationsOf } from "./operations";
import { samplesOf } from "./samples";

/** The root directory of the project. The path is correct from `src` and from `dist`. */
const projectDirectory = join(__dirname, "../../../../..");
const folders = ["reference", "guides"] as const;

/** The URLs and texts of the Markdown documents, including `/llms.txt`. */
export function markdownDocuments(
  document: OpenApiDocument,
  baseUrl: BaseUrl,
): ReadonlyMap<string, string> {
  const operations = operationsOf(document);
  const ofTags = document.tags.map(
    (tag) =>
      [
        `/docs/operations/${fileOf(tag.name)}`,
        tagPage(
          tag,
          operations.filter(({ tags }) => tags.includes(tag.name)),
          baseUrl,
        ),
      ] as const,
  );
  const written = writtenDocuments();
  const documents = new Map([
    ...written,
    ...ofTags,
    ["/docs/operations/schemas.md", schemasPage(document)] as const,
  ]);
  return new Map([["/llms.txt", llmsText(document, documents, baseUrl)], ...documents]);
}

const fileOf = (tag: string): string => `${tag.toLowerCase().replace(/\W+/g, "-")}.md`;

/** The project files that are served, with their URLs: changelog, glossary, reference and guides. */
function servedFiles(): ReadonlyMap<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(projectDirectory, "docs", folder))
      .filter((name) => name.endsWith(".md"))
      .sort()
      .map((name) => `docs/${folder}/${name}`),
  );
  return new Map([
    ["CHANGELOG.md", "/docs/changelog.md"],
    ...["docs/glossary.md", ...files].map((file) => [file, `/${file}`] as const),
  ]);
}

/** The served files with their texts. A link to a file that is not served becomes plain text. */
function writtenDocuments(): ReadonlyMap<string, string> {
  const served = servedFiles();
  return new Map(
    [...served].map(([file, address]) => {
      const text = readFileSync(join(projectDirectory, file), "utf8");
      return [address, withServedLinks(text, file, served)];
    }),
  );
}

function withServedLinks(text: string, file: string, served: ReadonlyMap<string, string>): string {
  const folder = posix.dirname(served.get(file) ?? "");
  return text.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (link, words: string, to: string) => {
    const [target = "", anchor] = to.split("#");
    if (target === "" || /^https?:/.test(to)) return link;
    const address = served.get(posix.join(posix.dirname(file), target));
    if (address === undefined) return words;
    const heading = anchor === undefined ? "" : `#${anchor}`;
    return `[${words}](${posix.relative(folder, address)}${heading})`;
  });
}

const code = (text: string): string => `\`${text}\``;
const lines = (...parts: readonly (string | undefined)[]): string =>
  `${parts.filter((part) => part !== undefined && part !== "").join("\n\n")}\n`;

function tagPage(
  { name, description }: OpenApiDocument["tags"][number],
  operations: readonly ListedOperation[],
  baseUrl: BaseUrl,
): string {
  return lines(
    `# Operations: ${name}`,
    description,
    ...operations.map((operation) => operationPart(operation, baseUrl)),
  );
}

function operationPart(operation: ListedOperation, baseUrl: BaseUrl): string {
  const { method, path, operationId, summary, description, parameters, bodies, responses } =
    operation;
  const named = parameters.map(
    ({ name, in: where, required, description: about }) =>
      `- ${code(name)} (${where}${required ? ", required" : ""}): ${about}`,
  );
  const described = Object.entries(responses).map(
    ([status, { description: about, content }]) =>
      `- ${status}: ${about}${content === undefined ? "" : ` ${contentsOf(content)}`}`,
  );
  return lines(
    `## ${operationId}`,
    `${code(`${method.toUpperCase()} ${path}`)}: ${summary}.`,
    description,
    named.length === 0 ? undefined : `Parameters:\n\n${named.join("\n")}`,
    Object.keys(bodies).length === 0 ? undefined : `Body: ${contentsOf(bodies)}`,
    ...Object.values(bodies)
      .slice(0, 1)
      .map(({ schema }) => fieldsOf(schema, "schemas.md")),
    `Responses:\n\n${described.join("\n")}`,
    ...samplesOf(operation, baseUrl).map((sample) => `\`\`\`sh\n${sample.code.curl}\n\`\`\``),
  ).trimEnd();
}

const contentsOf = (contents: Readonly<Record<string, Content>>): string =>
  Object.entries(contents)
    .map(([type, { schema }]) => `${typeOf(schema, "schemas.md")} as ${code(type)}`)
    .join(", or ");

const schemasPage = ({ components }: OpenApiDocument): string =>
  lines(
    "# Schemas",
    "The bodies of requests and responses, and their parts.",
    ...Object.entries(components.schemas).map(([name, schema]) =>
      lines(
        `## ${name}`,
        typeof schema.description === "string" ? schema.description : undefined,
        schema.properties === undefined ? typeOf(schema, "") : fieldsOf(schema, ""),
      ).trimEnd(),
    ),
  );

/** A list of the fields, with those of nested objects. `file` has the named schemas. */
function fieldsOf(schema: JsonSchema, file: string, indent = ""): string {
  const properties = schema.properties ?? {};
  const required = new Set(schema.required);
  return Object.entries(properties)
    .map(([name, property]) => {
      const type = `${typeOf(property, file)}${required.has(name) ? ", always" : ""}`;
      const about = typeof property.description === "string" ? `: ${property.description}` : "";
      const inner = fieldsOf(property, file, `${indent}  `);
      return `${indent}- ${code(name)} (${type})${about}${inner === "" ? "" : `\n${inner}`}`;
    })
    .join("\n");
}

const typeOf = (schema: JsonSchema, file: string): string =>
  typeParts(schema)
    .map((part) => {
      if ("schema" in part) return `[${part.schema}](${file}#${part.schema.toLowerCase()})`;
      return "value" in part ? code(part.value) : part.words;
    })
    .join("");

/** The index for language models (https://llmstxt.org). */
function llmsText(
  document: OpenApiDocument,
  documents: ReadonlyMap<string, string>,
  baseUrl: BaseUrl,
): string {
  const [summary = "", ...more] = document.info.description.split("\n\n");
  const section = (title: string, start: string) => {
    const listed = [...documents].filter(([path]) => path.startsWith(start));
    return `## ${title}\n\n${listed.map(([path, text]) => entry(path, text, baseUrl)).join("\n")}`;
  };
  return lines(
    `# ${document.info.title}`,
    `> ${summary}`,
    ...more,
    section("Operations", "/docs/operations/"),
    section("Reference", "/docs/reference/"),
    section("Guides", "/docs/guides/"),
    section("Words", "/docs/glossary.md"),
    section("Changes", "/docs/changelog.md"),
    `## Optional\n\n- [OpenAPI](${baseUrl.url("/openapi.json")}): the interface for machines, OpenAPI 3.1\n- [Documentation](${baseUrl.url("/docs")}): the interface for readers, as a page`,
  );
}

function entry(path: string, text: string, baseUrl: BaseUrl): string {
  const [title = "", about = ""] = text.split("\n\n");
  const [sentence = ""] = about.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1").split(/(?<=\.)\s/);
  return `- [${title.replace(/^# /, "")}](${baseUrl.href}${path}): ${sentence}`;
}
