// `node scripts/kubernetes-check.mjs [directory]`: checks the manifests below deploy/kubernetes, or below a copy of it,
// against the types of Kubernetes and this code (docs/adr/0032-kubernetes-manifests-are-kustomize.md). They are rendered
// by kubectl; without it, the unrendered files are checked. `--write` writes the table of docs/kubernetes.md.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { problemsOf } from "./kubernetes/problems.mjs";
import {
  deploymentsBelow,
  parseManifests,
  renderingProblem,
  renderManifests,
} from "./kubernetes/read-manifests.mjs";
import { canReadQueries } from "./kubernetes/scaling-problems.mjs";
import { variablesTable } from "./kubernetes/variable-problems.mjs";
import { root } from "./setup/root.mjs";
import { say } from "./setup/say.mjs";

const writing = process.argv.includes("--write");
const [folder = path.join(root, "deploy/kubernetes")] = process.argv
  .slice(2)
  .filter((word) => !word.startsWith("--"));
const document = path.join(root, "docs/kubernetes.md");
const example = path.join(root, "deploy/kubernetes/example");

const unable = renderingProblem();
if (unable !== undefined) say(`skipped: the manifests are not rendered, because ${unable}`);
if (!canReadQueries()) {
  say("skipped: the form of queries is not checked, because there is no promtool");
}

/** The table of variables, in the document between its two marks. */
const marked = /(?<=^<!-- variables -->\n)[\s\S]*?(?=^<!-- end of variables -->$)/m;

/** Writes the table, or reports that it is outdated. */
function* tableProblems(documents) {
  const text = readFileSync(document, "utf8");
  const current = text.replace(marked, `\n${variablesTable(documents)}\n\n`);
  if (writing) writeFileSync(document, current);
  else if (current !== text) {
    yield "the table of docs/kubernetes.md is old: node scripts/kubernetes-check.mjs --write";
  }
}

const problems = [];
for (const deployment of deploymentsBelow(folder)) {
  const name = path.relative(folder, deployment);
  try {
    const documents =
      unable === undefined ? renderManifests(deployment) : parseManifests(deployment);
    const problemsHere = new Set(problemsOf(documents));
    if (problemsHere.size === 0 && deployment === example) {
      for (const problem of tableProblems(documents)) problemsHere.add(problem);
    }
    problems.push(...[...problemsHere].map((problem) => `${name}: ${problem}`));
  } catch (error) {
    problems.push(`${name}: ${error.message}`);
  }
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
