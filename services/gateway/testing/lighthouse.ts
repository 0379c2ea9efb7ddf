import { run } from "@polls/devstack/children";
import { freePort, openBrowser } from "./browse";

const RUN_LIMIT_MS = 120_000;

interface Audit {
  readonly score: number | null;
  readonly numericValue?: number;
  readonly details?: { readonly items?: unknown };
}

interface Category {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}

export interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<Record<string, Category>>;
}

/** Runs Lighthouse on a page as a phone. It simulates a slow network and processor. */
export async function reportOf(
  url: string,
  categories: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Report> {
  const port = String(await freePort());
  const browser = await openBrowser([`--remote-debugging-port=${port}`]);
  try {
    const { stdout } = await run(
      process.execPath,
      [
        ...[require.resolve("lighthouse/cli/index.js"), url, "--quiet", "--output=json"],
        ...[`--port=${port}`, "--throttling-method=simulate", "--no-enable-error-reporting"],
        ...[`--only-categories=${categories}`, `--extra-headers=${JSON.stringify(headers)}`],
      ],
      { timeout: RUN_LIMIT_MS },
    );
    const report = JSON.parse(stdout) as Report;
    if (report.runtimeError !== undefined) throw new Error(report.runtimeError.message);
    return report;
  } finally {
    await browser.close();
  }
}

/** The failed audits of a category that affect its score, each with its details. */
export function failuresOf({ audits, categories }: Report, category: string): readonly string[] {
  const { auditRefs = [] } = categories[category] ?? {};
  const failed = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
  return failed.map(({ id }) => `${id}: ${JSON.stringify(audits[id]?.details?.items)}`);
}
