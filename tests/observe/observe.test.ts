import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { spawnSync } from "@polls/devstack/children";
import { metricTable } from "@polls/telemetry";
import { describeWhere, describeWithPromtool, installedProgram, promtool } from "@polls/testing";
import {
  allExpressions,
  groupsOf,
  isOfOtherProgram,
  observeDirectory,
  readAlerts,
  readDashboards,
  runbookDirectory,
  selectorsOf,
} from "./observe-files";

const { alerts, fired } = readAlerts();

describeWithPromtool("promtool", () => {
  test.each([
    ["the rules", ["check", "rules", "alerts.yml"]],
    ["the configuration of Prometheus", ["check", "config", "prometheus.yml"]],
    ["the unit tests of the alerts", ["test", "rules", "alerts.test.yml"]],
  ])("accepts %s", (_what, [check = "", kind = "", file = ""]) => {
    const { status, said } = promtool([check, kind, path.join(observeDirectory, file)]);
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining("SUCCESS") });
  });
});

describeWhere(installedProgram("amtool") !== undefined, "amtool is not installed")("amtool", () => {
  test("accepts the configuration, which separates pages from tickets", () => {
    const file = path.join(observeDirectory, "alertmanager.yml");
    const run = (args: readonly string[]) => spawnSync("amtool", args, { encoding: "utf8" });
    expect(run(["check-config", file]).status).toBe(0);
    for (const severity of new Set(alerts.map(({ labels }) => labels.severity))) {
      const { stdout } = run([
        "config",
        "routes",
        "test",
        `--config.file=${file}`,
        `severity=${severity}`,
      ]);
      expect(stdout.trim()).toBe(severity);
    }
  });
});

describe("each alert", () => {
  test.each(alerts.map((one) => [one.alert, one] as const))("%s", (name, alert) => {
    expect(alert.labels.severity).toMatch(/^(page|ticket)$/);
    expect(alert.annotations.summary).toBeDefined();
    expect(fired).toContain(name);
    const page = path.basename(alert.annotations.runbook ?? "");
    expect(alert.annotations.runbook).toBe(`docs/runbook/${page}`);
    const text = readFileSync(path.join(runbookDirectory, page), "utf8");
    expect(text).toMatch(/^# .+\n\n[A-Z]/);
    expect(text.match(/^## .*$/gm)).toEqual(["## What to look at", "## What to do"]);
    const list = readFileSync(path.join(runbookDirectory, "README.md"), "utf8");
    const { severity } = alert.labels;
    const listed = list.split("\n").find((line) => line.startsWith(`- ${severity}: `));
    expect(listed).toContain(`[${name}](${page})`);
  });

  test("has a runbook page, and each page has an alert", () => {
    const pages = readdirSync(runbookDirectory).filter((name) => name !== "README.md");
    const named = alerts.map(({ annotations }) => path.basename(annotations.runbook ?? ""));
    expect([...named].sort()).toEqual([...pages].sort());
  });
});

describe("dashboards", () => {
  test("have unique ids, and panels with expressions", () => {
    const all = [...readDashboards().values()];
    expect(all.length).toBeGreaterThanOrEqual(5);
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(all.length);
    for (const { panels } of all) {
      expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
      for (const { targets } of panels) expect(targets.length).toBeGreaterThan(0);
    }
  });
});

test("each line that a panel draws for an alert is at the value of the alert", () => {
  const drawn = [...readDashboards().values()].flatMap(({ panels }) =>
    panels.flatMap(({ title, targets, fieldConfig }) =>
      (fieldConfig.defaults.thresholds?.steps ?? []).flatMap(({ value }) =>
        value === null ? [] : [{ title, targets, value }],
      ),
    ),
  );
  expect(drawn.length).toBeGreaterThanOrEqual(8);
  const wrong = drawn.filter(({ targets, value }) => {
    const metrics = targets.flatMap(({ expr }) => selectorsOf(expr)).map(({ metric }) => metric);
    return !alerts.some(
      ({ expr }) =>
        selectorsOf(expr).some(({ metric }) => metrics.includes(metric)) &&
        new RegExp(`> ${value}\\b(?!\\.)`).test(expr),
    );
  });
  expect(wrong.map(({ title }) => title)).toEqual([]);
});

/** Labels that Prometheus adds, and labels of every metric of the service. */
const always = ["instance", "job", "service", "service_name", "le"];
const ofNode = /^(?:process_\w+|nodejs_\w+)$/;

test("alerts and dashboards use only metrics and labels of the table", () => {
  const wrong = allExpressions().flatMap(({ place, expr }) => {
    const selectors = selectorsOf(expr);
    if (selectors.length === 0) return [`${place}: selects nothing`];
    const known = selectors.flatMap(({ metric, matchers }) => {
      if (ofNode.test(metric) || isOfOtherProgram(metric)) return [];
      const name = metric.replace(/_(?:bucket|count|sum)$/, "");
      const row = Object.hasOwn(metricTable, metric)
        ? metricTable[metric as keyof typeof metricTable]
        : Object.hasOwn(metricTable, name)
          ? metricTable[name as keyof typeof metricTable]
          : undefined;
      if (row === undefined) return [`${place}: there is no metric ${metric}`];
      const labels: readonly string[] = [...row.labels, ...always];
      return [...matchers.map(({ label }) => label), ...groupsOf(expr)]
        .filter((label) => !labels.includes(label))
        .map((label) => `${place}: ${metric} has no label ${label}`);
    });
    return known;
  });
  expect(wrong).toEqual([]);
});

test("the series in an expression are found", () => {
  const expr =
    'sum by (le) (rate(a_total{x="1",y=~"b|c"}[5m])) / max(b{z!="(d)"}) > 5 and topk(3, c) == 0';
  expect(selectorsOf(expr)).toEqual([
    {
      metric: "a_total",
      matchers: [
        { label: "x", operator: "=", value: "1" },
        { label: "y", operator: "=~", value: "b|c" },
      ],
    },
    { metric: "b", matchers: [{ label: "z", operator: "!=", value: "(d)" }] },
    { metric: "c", matchers: [] },
  ]);
});
