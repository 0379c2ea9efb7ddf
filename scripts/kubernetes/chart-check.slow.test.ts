import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "@polls/devstack/children";
import { describeWhere } from "@polls/testing";
import { parseAllDocuments, stringify } from "yaml";

// The way to install the chart is described in docs/kubernetes.md#helm.

jest.setTimeout(600_000);

const project = path.join(__dirname, "../..");
const chart = path.join(project, "deploy/helm/polls");

interface Document {
  readonly kind: string;
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: unknown;
}

/** Evaluates an expression with the functions of render-chart.mjs. Throws what it says if it fails. */
function evaluate<Result>(expression: string): Result {
  const module = JSON.stringify(path.join(__dirname, "render-chart.mjs"));
  const program = `import { chartProblem, renderChart } from ${module};
    process.stdout.write(JSON.stringify(${expression}));`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", program],
    { encoding: "utf8", maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Result;
}

const unable = evaluate<string | null>("chartProblem() ?? null");
const renderChart = (files: readonly string[]) =>
  evaluate<readonly (readonly Document[])[]>(`renderChart(${JSON.stringify(files)})`);

/** The values of the smallest deployment. */
const least = {
  settings: { BASE_URL: "https://polls.example.com", MAIL_FROM: "polls@example.com" },
  networks: { database: { cidrs: ["10.20.0.10/32"] } },
  secrets: { existing: "polls-secrets" },
};

/** All that the example does not use. */
const options = {
  settings: { ...least.settings, BASE_URL: "https://polls.example.com/polls" },
  images: { registry: "registry.example.com", tag: "2.0.0", pullSecrets: ["registry"] },
  networks: { ...least.networks, backup: { cidrs: ["203.0.113.20/32"] } },
  secrets: {
    values: {
      DATABASE_URL: "postgresql://polls@pooler/polls",
      MIGRATION_DATABASE_URL: "postgresql://polls@server/polls",
      APP_SECRET: "1234",
    },
  },
  route: { enabled: true, parentRefs: [{ name: "public", namespace: "gateways" }] },
  storage: {
    serviceAccount: { enabled: true, annotations: { "eks.amazonaws.com/role-arn": "arn:polls" } },
    volume: { enabled: true, className: "nfs" },
  },
  backup: { enabled: true, to: "s3://backups/polls" },
  keda: { enabled: true },
  monitoring: { enabled: true, labels: { release: "prometheus" } },
};

let dir: string;
beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "polls-chart-"));
});
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

function write(values: object): string {
  const file = path.join(dir, `${fs.readdirSync(dir).length}.yaml`);
  fs.writeFileSync(file, stringify(values));
  return file;
}

const refusalOf = (values: object): string => {
  try {
    renderChart([write(values)]);
    return "";
  } catch (error) {
    return String(error);
  }
};

describeWhere(unable === null, String(unable))("the chart", () => {
  test("makes what deploy/kubernetes makes, and passes its checks with every option", () => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(project, "scripts/chart-check.mjs"), write(options), write(least)],
      { encoding: "utf8" },
    );
    expect({ stdout, stderr }).toEqual({ stdout: "", stderr: "" });
  });

  test("migrates before an installation and before an upgrade, after its Secret is there", () => {
    const [documents = []] = renderChart([write(options)]);
    const hooks = documents
      .filter(({ metadata }) => metadata.annotations?.["helm.sh/hook"] !== undefined)
      .map(({ kind, metadata }) => [
        kind,
        metadata.annotations?.["helm.sh/hook"],
        Number(metadata.annotations?.["helm.sh/hook-weight"] ?? 0),
      ]);
    expect(hooks).toEqual(
      expect.arrayContaining([
        ["Job", "pre-install,pre-upgrade", 0],
        ["Secret", "pre-install,pre-upgrade", -10],
      ]),
    );
    expect(hooks).toHaveLength(2);
  });

  test("a changed setting restarts the pods, and nothing else does", () => {
    const changed = { ...least, settings: { ...least.settings, LOG_LEVEL: "warn" } };
    const pods = renderChart([write(least), write(changed), write(least)]).map((documents) =>
      JSON.stringify(documents.filter(({ kind }) => kind === "Deployment")),
    );
    expect(pods[1]).not.toBe(pods[0]);
    expect(pods[2]).toBe(pods[0]);
  });

  test.each([
    ["the whole host", least, "/"],
    ["the path of BASE_URL alone", options, "/polls"],
  ])("leads to the gateway by %s", (_what, values, expected) => {
    const both = { ...values, route: options.route, ingress: { enabled: true } };
    const [documents = []] = renderChart([write(both)]);
    const rulesOf = (kind: string) =>
      JSON.stringify(documents.find((document) => document.kind === kind)?.spec);
    expect(rulesOf("Ingress")).toContain(`"path":"${expected}"`);
    expect(rulesOf("HTTPRoute")).toContain(`"value":"${expected}"`);
  });

  test("has the alerts of deploy/observe", () => {
    const [documents = []] = renderChart([write(options)]);
    const [rule] = documents.filter(({ kind }) => kind === "PrometheusRule");
    const [alerts] = parseAllDocuments(
      fs.readFileSync(path.join(project, "deploy/observe/alerts.yml"), "utf8"),
    );
    expect(rule?.spec).toEqual(alerts?.toJS());
  });

  test.each([
    ["a missing address", { settings: { MAIL_FROM: "a@b.example" } }, "BASE_URL is required"],
    ["a misspelled value", { gatway: {} }, "gatway"],
    ["a setting that is no text", { settings: { ...least.settings, PORT: 1 } }, "PORT"],
    ["no network of the database", { networks: { database: { cidrs: [] } } }, "cidrs"],
    ["a backup to nowhere", { backup: { enabled: true } }, "backup"],
    ["no secret", { secrets: { existing: "" } }, "secrets.values.DATABASE_URL is missing"],
  ])("refuses %s", (_what, values, problem) => {
    expect(refusalOf({ ...least, ...values })).toContain(problem);
  });
});

test("the chart has a value for each of its schema, and a version", () => {
  const { properties } = JSON.parse(
    fs.readFileSync(path.join(chart, "values.schema.json"), "utf8"),
  ) as { properties: Record<string, unknown> };
  const [values] = parseAllDocuments(fs.readFileSync(path.join(chart, "values.yaml"), "utf8"));
  // `global` is for charts that contain this one.
  expect(
    Object.keys(properties)
      .filter((name) => name !== "global")
      .sort(),
  ).toEqual(Object.keys(values?.toJS() as object).sort());
});
