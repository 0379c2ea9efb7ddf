import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { run } from "@polls/devstack/children";
import { type Describe, describeWhere } from "@polls/testing";

/** The browser of this machine, if there is one. The headless shell takes a fifth of the time. */
export const chromium = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((file) => existsSync(file));

/** `describe` if there is a browser. Otherwise the tests are skipped. */
export const describeWithBrowser: Describe = describeWhere(
  chromium !== undefined,
  "no Chromium is installed",
);

/** The result of axe-core for one page. */
export interface PageReport {
  readonly passes: number;
  readonly violations: readonly string[];
}

/** Browser settings: a wide screen in light mode, and a phone in dark mode. */
export const looks = [
  ["light", ["--window-size=1280,900"]],
  ["dark, on a phone", ["--window-size=500,900", "--blink-settings=preferredColorScheme=0"]],
] as const;

/** The markup of a page after half a minute of virtual browser time. */
export async function dumpPage(url: string, flags: readonly string[] = []): Promise<string> {
  const profile = mkdtempSync(path.join(tmpdir(), "chromium-"));
  try {
    const { stdout } = await run(
      chromium ?? "",
      [
        ...["--headless=new", "--no-sandbox", "--disable-gpu", ...flags],
        ...["--virtual-time-budget=30000", `--user-data-dir=${profile}`],
        ...["--dump-dom", url],
      ],
      { timeout: 60_000 },
    );
    return stdout;
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Checks pages with axe-core in a browser. The reports have the order of the pages. */
export async function checkPages(
  pages: readonly string[],
  flags: readonly string[],
): Promise<readonly PageReport[]> {
  const directory = mkdtempSync(path.join(tmpdir(), "axe-"));
  try {
    const file = path.join(directory, "pages.html");
    writeFileSync(file, sheetOf(pages));
    const stdout = await dumpPage(`file://${file}`, flags);
    const [, json = "[]"] = /<pre id="result">([^<]*)<\/pre>/.exec(stdout) ?? [];
    return JSON.parse(
      json.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
    ) as PageReport[];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** One document with all pages in frames, so that the browser starts only once. */
function sheetOf(pages: readonly string[]): string {
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  const script = `<script>${axe.replaceAll("</script>", "<\\/script>")}</script></body>`;
  const frames = pages.map((page) => page.replace("</body>", () => script));
  return `<!doctype html><html lang="en"><title>pages</title><body><pre id="result"></pre><script>
const frames = ${JSON.stringify(frames).replaceAll("<", "\\u003c")};
const results = [];
const next = (index) => {
  if (index === frames.length) { document.getElementById("result").textContent = JSON.stringify(results); return; }
  const frame = document.createElement("iframe");
  frame.style = "width:100vw;height:100vh";
  frame.onload = async () => {
    const { violations, passes } = await frame.contentWindow.axe.run(frame.contentDocument);
    results.push({ passes: passes.length, violations: violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")) });
    frame.remove();
    next(index + 1);
  };
  frame.srcdoc = frames[index];
  document.body.append(frame);
};
next(0);
</script></body></html>`;
}
