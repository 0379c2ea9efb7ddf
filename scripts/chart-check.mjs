// `node scripts/chart-check.mjs [values …]`: renders the chart of deploy/helm with the example and with these values,
// checks the documents like those of deploy/kubernetes, and compares those of the example with it. Without Helm, and
// without Go and its packages, it checks nothing and says so.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { networkProblems } from "./kubernetes/network-problems.mjs";
import { podProblems } from "./kubernetes/pod-problems.mjs";
import {
  documentsIn,
  parseManifests,
  renderingProblem,
  renderManifests,
} from "./kubernetes/read-manifests.mjs";
import { referenceProblems } from "./kubernetes/reference-problems.mjs";
import { scalingProblems } from "./kubernetes/scaling-problems.mjs";
import { typeProblems } from "./kubernetes/type-problems.mjs";
import { variableProblems } from "./kubernetes/variable-problems.mjs";
import { nameOf } from "./kubernetes/workloads.mjs";
import { spawnSync } from "./setup/children.mjs";
import { root } from "./setup/root.mjs";
import { say } from "./setup/say.mjs";

const chart = path.join(root, "deploy/helm/polls");
const renderer = path.join(root, "scripts/kubernetes/chart/render.go");
const NAMESPACE = "polls";

/** Where Debian puts the sources of packages of Go. */
const GO_PATH = "/usr/share/gocode";
const packages = [
  ["github.com/Masterminds/sprig", "golang-github-masterminds-sprig-dev"],
  ["github.com/xeipuuv/gojsonschema", "golang-github-xeipuuv-gojsonschema-dev"],
  ["sigs.k8s.io/yaml", "golang-k8s-sigs-yaml-dev"],
];

const works = (command, args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

/** The reason why this machine cannot render the chart; undefined if it can. */
function chartProblem() {
  if (works("helm", ["version"])) return undefined;
  if (!works("go", ["version"])) return "there is neither helm nor go";
  const [, missing] =
    packages.find(([folder]) => !existsSync(path.join(GO_PATH, "src", folder))) ?? [];
  return missing && `there is no helm, and ${missing} is not installed`;
}

function run(command, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout;
}

/** The documents of the chart for each file of values: by Helm, else by a program of its libraries. */
function renderChart(files) {
  if (works("helm", ["version"])) {
    return files.map((file) =>
      documentsIn(run("helm", ["template", "polls", chart, "-n", NAMESPACE, "-f", file]), file),
    );
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), "polls-chart-"));
  try {
    const program = path.join(folder, "render");
    run("go", ["build", "-o", program, renderer], { GO111MODULE: "off", GOPATH: GO_PATH });
    return files.map((file) => documentsIn(run(program, [chart, NAMESPACE, file]), file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const example = path.join(root, "deploy/helm/example.yaml");
const manifests = path.join(root, "deploy/kubernetes/example");
const secret = path.join(root, "deploy/helm/external-secret.yaml");

function* problemsOf(documents) {
  yield* typeProblems(documents);
  yield* referenceProblems(documents);
  yield* podProblems(documents, root);
  yield* networkProblems(documents);
  yield* variableProblems(documents, root);
  yield* scalingProblems(documents, root);
}

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
