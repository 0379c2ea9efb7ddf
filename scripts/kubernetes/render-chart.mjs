import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "../setup/children.mjs";
import { root } from "../setup/root.mjs";
import { documentsIn } from "./read-manifests.mjs";

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
export function chartProblem() {
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
export function renderChart(files) {
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
