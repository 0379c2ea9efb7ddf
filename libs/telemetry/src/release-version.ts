import { readFileSync } from "node:fs";
import path from "node:path";

/** The version in the root package.json, which is beside `libs` in sources and in images. */
export function releaseVersion(): string {
  const file = path.resolve(__dirname, "../../../package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
  return version;
}
