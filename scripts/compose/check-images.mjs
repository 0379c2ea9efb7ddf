// Checks the images of the stack: their sizes match docs/operations.md#images, and they contain no build tools.
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../setup/root.mjs";

/** The tolerance of a size, because Debian packages get updates. */
const TOLERANCE = 0.1;
const MB = 1_000_000;

const documented = () =>
  [
    ...readFileSync(path.join(root, "docs/operations.md"), "utf8").matchAll(
      /^- `polls-([\w-]+)`: (\d+)(?: of (\d+))?$/gm,
    ),
  ].map(([, name, size, limit]) => ({
    name,
    size: Number(size),
    limit: limit === undefined ? Number.POSITIVE_INFINITY : Number(limit),
  }));

/** Exits with 0 if the image has no such program, no build package, and the lists of all packages. */
const INSIDE = `
for program in npm npx corepack gcc cc make python3 apt-get dpkg; do
  if command -v "$program" >/dev/null; then echo "$program is in the image"; exit 1; fi
done
for name in prisma typescript @prisma/engines @polls/testing @polls/devstack @polls/client; do
  if [ -e "/app/node_modules/$name" ]; then echo "$name is in the image"; exit 1; fi
done
for list in /app/packages.cdx.json /usr/share/sbom/system.cdx.json; do
  if [ ! -s "$list" ]; then echo "$list is not in the image"; exit 1; fi
done
if [ -w /app ] || [ "$EUID" = 0 ]; then echo "the service may write to /app"; exit 1; fi
`;

/** Throws with every difference. `docker` runs a command and returns its output. */
export function checkImages(docker) {
  const rows = documented();
  if (rows.length < 7) throw new Error("docs/operations.md has no list of images");
  const problems = rows.flatMap(({ name, size, limit }) => {
    const actual = Number(docker(["image", "inspect", "-f", "{{.Size}}", `polls-${name}`])) / MB;
    const shown = `polls-${name} has ${Math.round(actual)} MB`;
    process.stdout.write(`  ${shown}\n`);
    if (actual > limit) return [`${shown}, more than ${limit}`];
    return Math.abs(actual - size) > size * TOLERANCE ? [`${shown}; documented are ${size}`] : [];
  });
  if (problems.length > 0) throw new Error(problems.join("\n"));
  for (const { name } of rows.filter(({ name }) => !["balancer", "operator"].includes(name))) {
    docker(["run", "--rm", "--network", "none", `polls-${name}`, "bash", "-c", INSIDE]);
  }
  // The first container that uses a new volume sets its owner; a restore on a new machine starts with the operator.
  for (const name of ["gateway", "media-worker", "operator"]) {
    const use = ["-v", "/data/storage", "--entrypoint", "bash", `polls-${name}`];
    docker(["run", "--rm", "--network", "none", ...use, "-c", "[ -w /data/storage ]"]);
  }
}
