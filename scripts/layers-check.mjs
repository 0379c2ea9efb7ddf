// `node scripts/layers-check.mjs [directory]`: the folders of a service stand in layers, and imports only go down
// (docs/ARCHITECTURE.md#layers). Files that put a process together may import every folder: those of `src` itself, and
// `main.ts` of a command line.

import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { filesOf } from "./verify/files-of.mjs";
import { heightsOf, importsBetween } from "./verify/layers.mjs";

const project = path.resolve(process.argv[2] ?? root);
/** The services whose folders are checked, with the most layers that each may have. */
const services = {
  gateway: 10,
  "mail-worker": 4,
  "media-worker": 5,
  "payment-worker": 4,
  "webhook-worker": 2,
};
const isChecked = /^services\/[\w-]+\/src\/.+\.ts$/;
const isOutside = /\.test\.ts$|\/src\/[^/]+$|\/main\.ts$/;

const files = filesOf(project).filter((file) => isChecked.test(file) && !isOutside.test(file));
for (const [service, most] of Object.entries(services)) {
  const own = files.filter((file) => file.startsWith(`services/${service}/`));
  const arrows = importsBetween(own, (file) => readFileSync(path.join(project, file), "utf8"));
  const { circles, height } = heightsOf(arrows);
  for (const circle of circles) {
    console.error(`folders import each other:\n${circle.map((line) => `  ${line}`).join("\n")}`);
  }
  if (circles.length === 0 && height > most) {
    console.error(`${service} has ${height} layers of folders, more than ${most}`);
  }
  if (circles.length > 0 || height > most) process.exitCode = 1;
}
