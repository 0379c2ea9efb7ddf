// `node scripts/layers-check.mjs [directory]`: the folders of a service stand in layers, and imports only go down
// (docs/ARCHITECTURE.md#layers). Files that put a process together may import every folder: those of `src` itself, and
// `main.ts` of a command line. Files outside of a service import its `testing/`, not its `src/`.

import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { filesOf } from "./verify/files-of.mjs";

/** The paths of the files and folders of the project that a file imports. */
const importsOf = (file, text) =>
  [...text.matchAll(/(?:\bfrom|\bimport\()\s*"(\.[^"]+)"/g)].map(([, target]) =>
    path.join(path.dirname(file), target),
  );

/** The imports between folders: `from` → `to` → the files that import, with what they import. */
function importsBetween(files, read) {
  const folders = new Set(files.map((file) => path.dirname(file)));
  const arrows = new Map([...folders].map((folder) => [folder, new Map()]));
  for (const file of files) {
    const from = path.dirname(file);
    for (const named of importsOf(file, read(file))) {
      const to = folders.has(named) ? named : path.dirname(named);
      if (to === from || !folders.has(to)) continue;
      const lines = arrows.get(from).get(to) ?? [];
      arrows.get(from).set(to, [...lines, `${file} imports ${named}`]);
    }
  }
  return arrows;
}

/** The height of the layers, and the groups of imports by which folders import each other. */
function heightsOf(arrows) {
  const reached = new Map([...arrows.keys()].map((folder) => [folder, reachOf(arrows, folder)]));
  const isCircle = (from, to) => reached.get(to).has(from);
  const circles = new Map();
  for (const [from, targets] of arrows) {
    for (const [to, lines] of targets) {
      if (!isCircle(from, to)) continue;
      const members = [...arrows.keys()].filter(
        (one) => one === from || (reached.get(from).has(one) && isCircle(from, one)),
      );
      const name = members.sort().join(" ");
      circles.set(name, [...(circles.get(name) ?? []), ...lines]);
    }
  }
  if (circles.size > 0) return { circles: [...circles.values()], height: 0 };
  const heights = new Map();
  const heightOf = (folder) => {
    const known = heights.get(folder);
    if (known !== undefined) return known;
    const height = 1 + Math.max(0, ...[...arrows.get(folder).keys()].map(heightOf));
    heights.set(folder, height);
    return height;
  };
  return { circles: [], height: Math.max(0, ...[...arrows.keys()].map(heightOf)) };
}

/** The folders that a folder imports, directly or through others. */
function reachOf(arrows, start) {
  const reached = new Set();
  const next = [start];
  for (let folder = next.pop(); folder !== undefined; folder = next.pop()) {
    for (const to of arrows.get(folder).keys()) {
      if (reached.has(to)) continue;
      reached.add(to);
      next.push(to);
    }
  }
  return reached;
}

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

const read = (file) => readFileSync(path.join(project, file), "utf8");
const all = filesOf(project);

const serviceOf = (file) => /^services\/[\w-]+\//.exec(file)?.[0];
const reachingIn = all
  .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  .flatMap((file) =>
    importsOf(file, read(file))
      .filter((named) => /^services\/[\w-]+\/src\//.test(named))
      .filter((named) => serviceOf(named) !== serviceOf(file))
      .map((named) => `  ${file} imports ${named}`),
  );
if (reachingIn.length > 0) {
  console.error("only testing/ of a service is imported from outside of it:");
  console.error(reachingIn.sort().join("\n"));
  process.exitCode = 1;
}

const files = all.filter((file) => isChecked.test(file) && !isOutside.test(file));
for (const [service, most] of Object.entries(services)) {
  const own = files.filter((file) => file.startsWith(`services/${service}/`));
  const arrows = importsBetween(own, read);
  const { circles, height } = heightsOf(arrows);
  for (const circle of circles) {
    console.error(`folders import each other:\n${circle.map((line) => `  ${line}`).join("\n")}`);
  }
  if (circles.length === 0 && height > most) {
    console.error(`${service} has ${height} layers of folders, more than ${most}`);
  }
  if (circles.length > 0 || height > most) process.exitCode = 1;
}
