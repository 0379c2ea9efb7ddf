// `node scripts/chart-check.mjs [values …]`: renders the chart of deploy/helm with the example and with these values,
// checks the documents like those of deploy/kubernetes, and compares those of the example with it. Without Helm, and
// without Go and its packages, it checks nothing and says so.
import { readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { problemsOf } from "./kubernetes/problems.mjs";
import {
  documentsIn,
  parseManifests,
  renderingProblem,
  renderManifests,
} from "./kubernetes/read-manifests.mjs";
import { chartProblem, renderChart } from "./kubernetes/render-chart.mjs";
import { typeProblems } from "./kubernetes/type-problems.mjs";
import { nameOf } from "./kubernetes/workloads.mjs";
import { root } from "./setup/root.mjs";
import { say } from "./setup/say.mjs";

const example = path.join(root, "deploy/helm/example.yaml");
const manifests = path.join(root, "deploy/kubernetes/example");
const secret = path.join(root, "deploy/helm/external-secret.yaml");

/** What differs by intent: the namespace, the hash in a name, and the annotations of hooks. */
const compared = (document) => {
  const text = JSON.stringify(document).replaceAll(/polls-settings(?:-\w+)?/g, "polls-settings");
  const { metadata, ...rest } = JSON.parse(text);
  const { namespace, annotations, ...same } = metadata;
  return { ...rest, metadata: document.kind === "Job" ? same : { ...same, annotations } };
};

function* differences(ofChart, ofKustomize) {
  const known = new Map(ofKustomize.map(compared).map((each) => [nameOf(each), each]));
  for (const document of ofChart.map(compared)) {
    const name = nameOf(document);
    if (!known.has(name)) yield `${name} is not in deploy/kubernetes`;
    else if (!isDeepStrictEqual(known.get(name), document)) {
      yield `${name} differs from deploy/kubernetes`;
    }
    known.delete(name);
  }
  for (const [name, { kind }] of known) {
    if (kind !== "Namespace") yield `${name} of deploy/kubernetes is not in the chart`;
  }
}

const unable = chartProblem();
const problems = [];
if (unable !== undefined) say(`skipped: the chart is not rendered, because ${unable}`);
else {
  try {
    const files = [example, ...process.argv.slice(2)];
    const rendered = renderChart(files);
    for (const [index, documents] of rendered.entries()) {
      const name = path.basename(files[index]);
      for (const problem of new Set(problemsOf(documents))) problems.push(`${name}: ${problem}`);
    }
    const read = renderingProblem() === undefined ? renderManifests : parseManifests;
    problems.push(...differences(rendered[0], read(manifests)));
    problems.push(...typeProblems(documentsIn(readFileSync(secret, "utf8"), secret)));
  } catch (error) {
    problems.push(error.message);
  }
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
