import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseAllDocuments } from "yaml";
import { spawnSync } from "../setup/children.mjs";

/** The first version of `kubectl` that can read directories as resources. */
const LEAST_MINOR = 21;

export const documentsIn = (text, file) =>
  parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw new Error(`${file}: ${error.message}`);
    const content = document.toJS();
    return content === null ? [] : [content];
  });

const kustomizationOf = (directory) => {
  const file = path.join(directory, "kustomization.yaml");
  return documentsIn(readFileSync(file, "utf8"), file)[0];
};

/** The directories below `folder` that are applied: no other directory includes them. */
export function deploymentsBelow(folder) {
  const directories = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => path.basename(name) === "kustomization.yaml")
    .map((name) => path.join(folder, path.dirname(name)));
  const included = new Set(
    directories.flatMap((directory) =>
      kustomizationOf(directory).resources.map((name) => path.join(directory, name)),
    ),
  );
  return directories.filter((directory) => !included.has(directory)).sort();
}

/** The reason why this machine's `kubectl` cannot render manifests; undefined if it can. */
export function renderingProblem() {
  const { status, stdout } = spawnSync("kubectl", ["version", "--client", "-o", "json"], {
    encoding: "utf8",
  });
  if (status !== 0) return "there is no kubectl";
  const { gitVersion } = JSON.parse(stdout).clientVersion;
  const [, minor] = /^v1\.(\d+)/.exec(gitVersion) ?? [];
  return Number(minor) < LEAST_MINOR ? `kubectl ${gitVersion} is too old` : undefined;
}

/** The documents of a deployment as `kubectl apply -k` sends them. */
export function renderManifests(directory) {
  const { status, stdout, stderr } = spawnSync("kubectl", ["kustomize", directory], {
    encoding: "utf8",
  });
  if (status !== 0 || stderr !== "") throw new Error(stderr.trim());
  return documentsIn(stdout, directory);
}

/** The documents of a deployment as in its files, without the changes of kustomize. */
export function parseManifests(directory) {
  const kustomization = kustomizationOf(directory);
  const written = kustomization.resources.flatMap((name) => {
    const file = path.join(directory, name);
    return statSync(file).isDirectory()
      ? parseManifests(file)
      : documentsIn(readFileSync(file, "utf8"), file);
  });
  const generated = (kustomization.configMapGenerator ?? []).map(({ name, envs = [] }) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name },
    data: Object.assign({}, ...envs.map((env) => settingsIn(path.join(directory, env)))),
  }));
  return [...written, ...generated];
}

const settingsIn = (file) =>
  Object.fromEntries(
    [...readFileSync(file, "utf8").matchAll(/^([^#=\s]+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
