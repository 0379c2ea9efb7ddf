import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const sourcesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
        .filter((name) => !name.includes("generated"))
        .map((name) => readFileSync(path.join(folder, name), "utf8"))
    : [];

const table = /^export const (\w+Variables) = \{\n([\s\S]*?)^\};/gm;
const name = /^ +([A-Z][A-Z\d_]+):/gm;
const spread = /\.\.\.(\w+Variables)\b/g;

/** The variables that schemas spread, by the name of the table that defines them. */
export function sharedVariables(project) {
  const folders = ["libs", "services"]
    .map((folder) => path.join(project, folder))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name, "src")));
  const sources = folders.flatMap(sourcesBelow);
  const tables = sources.flatMap((source) => [...source.matchAll(table)]);
  return new Map(tables.map(([, title, content]) => [title, content]));
}

function* namesIn(source, shared) {
  for (const [, variable] of source.matchAll(name)) yield variable;
  for (const [, title] of source.matchAll(spread)) yield* namesIn(shared.get(title) ?? "", shared);
}

/** The variables that programs below a folder read, by the schemas in the files that parse an environment. */
export function variablesIn(project, folder, shared = sharedVariables(project)) {
  const parsing = sourcesBelow(path.join(project, folder)).filter((source) =>
    /\bparse(?:Service)?Env\(/.test(source),
  );
  return new Set(parsing.flatMap((source) => [...namesIn(source, shared)]));
}

/** The variables that a service reads, and the services that it runs in its process. */
export function variablesOf(project, service, shared = sharedVariables(project)) {
  const manifest = path.join(project, "services", service, "package.json");
  const { dependencies = {} } = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, "utf8"))
    : {};
  const inner = Object.keys(dependencies)
    .map((name) => name.replace("@polls/", ""))
    .filter((name) => existsSync(path.join(project, "services", name)));
  return new Set(
    [service, ...inner].flatMap((name) => [
      ...variablesIn(project, `services/${name}/src`, shared),
    ]),
  );
}
