// Covers docs/reference/pages.md: below-a-path

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const services = path.resolve(__dirname, "../../..");
/** An address in markup, or a request, that begins with a slash. Paths are made by `BaseUrl` and `ownPath`. */
const ofTheHost =
  /\b(?:href|src|action|poster|srcset|content)=\{?["'`]\/(?!\/)|\b(?:fetch|location\.assign|location\.replace|EventSource|import)\(\s*["'`]\/|(?<!\.)\burl\(["']?\/|\.origin \+ ["'`]\/|\.origin\}\//;

/** The sources of the scripts and documents that browsers and mail programs get. */
function sourcesOf(service: string): readonly string[] {
  const folder = path.join(services, service);
  return ["src", "browser"].flatMap((part) =>
    existsSync(path.join(folder, part))
      ? readdirSync(path.join(folder, part), { recursive: true, encoding: "utf8" })
          .filter((file) => /\.(?:tsx?|js|css)$/.test(file) && !/\.test\.tsx?$/.test(file))
          .map((file) => path.join(folder, part, file))
      : [],
  );
}

test("no page names a path of the host, because the service may be below a path", () => {
  const sources = ["gateway", "web", "mail-worker", "payment-worker"].flatMap(sourcesOf);
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.filter((file) => ofTheHost.test(readFileSync(file, "utf8")));
  expect(found.map((file) => path.relative(services, file))).toEqual([]);
});
