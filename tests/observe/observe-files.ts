import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

const root = path.resolve(__dirname, "../..");
/** The files that Prometheus and Grafana read. */
export const observeDirectory = path.join(root, "deploy/observe");
export const runbookDirectory = path.join(root, "docs/runbook");

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const textOf = (name: string) => readFileSync(path.join(observeDirectory, name), "utf8");

/** The alerts, and the names of the alerts that a unit test expects to fire. */
export function readAlerts(): { readonly alerts: readonly Alert[]; readonly fired: Set<string> } {
  const { groups } = parse(textOf("alerts.yml")) as { groups: { rules: Alert[] }[] };
  const { tests } = parse(textOf("alerts.test.yml")) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
  };
  const expected = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  return {
    alerts: groups.flatMap(({ rules }) => rules),
    fired: new Set(
      expected.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname),
    ),
  };
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
    readonly fieldConfig: {
      readonly defaults: {
        readonly thresholds?: { readonly steps: readonly { readonly value: number | null }[] };
      };
    };
  }[];
}

const dashboards = "grafana/dashboards";

export const readDashboards = (): ReadonlyMap<string, Dashboard> =>
  new Map(
    readdirSync(path.join(observeDirectory, dashboards)).map((name) => [
      name,
      JSON.parse(textOf(`${dashboards}/${name}`)) as Dashboard,
    ]),
  );

/** Whether a metric comes from another program: Prometheus, exporters of the machine, or a line of cron. */
export const isOfOtherProgram = (metric: string): boolean =>
  metric === "up" || /^(?:node|probe|kube|polls_backup)_/.test(metric);

/** The expressions of all alerts and dashboards, each with its location. */
export function allExpressions(): readonly { readonly place: string; readonly expr: string }[] {
  return [
    ...readAlerts().alerts.map(({ alert, expr }) => ({ place: alert, expr })),
    ...[...readDashboards()].flatMap(([name, { panels }]) =>
      panels.flatMap(({ title, targets }) =>
        targets.map(({ expr }) => ({ place: `${name}: ${title}`, expr })),
      ),
    ),
  ];
}

export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

/** Keywords that are not followed by a parenthesis. */
const words: ReadonlySet<string> = new Set(["and", "or", "unless", "sum", "max", "count", "topk"]);

/** The series that an expression of PromQL selects. */
export function selectorsOf(expr: string): readonly Selector[] {
  const text = expr.replace(/\[[^\]]*\]/g, "").replace(/\bby \([^)]*\)/g, "");
  return [...text.matchAll(/(?<![\w"$])([a-z_]\w*)(?:\{([^}]*)\})?(?![\w(]|\s*\()/g)]
    .filter(([, metric = ""]) => !words.has(metric))
    .map(([, metric = "", inside = ""]) => ({
      metric,
      matchers: [...inside.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(
        ([, label = "", operator = "", value = ""]) => ({ label, operator, value }),
      ),
    }));
}

export const groupsOf = (expr: string): readonly string[] =>
  [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(/,\s*/));
