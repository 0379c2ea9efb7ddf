// `node scripts/database-client-check.mjs`: what the repository has of the database client is what Prisma generates from
// the schema, byte for byte.
import { spawnSync } from "./setup/children.mjs";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "./setup/root.mjs";
import { giveUp } from "./setup/say.mjs";

const CLIENT = "libs/db/src/generated/prisma";
const committed = ["client.ts", "enums.ts", "internal/class.ts", "internal/prismaNamespace.ts"];

const place = mkdtempSync(path.join(os.tmpdir(), "database-client-"));
try {
  const schema = path.join(place, "prisma/schema.prisma");
  cpSync(path.join(root, "prisma/schema.prisma"), schema);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["node_modules/prisma/build/index.js", "generate", "--schema", schema],
    { cwd: root, encoding: "utf8" },
  );
  if (status !== 0) giveUp(`${stdout}${stderr}`);
  const other = committed.filter(
    (name) =>
      !readFileSync(path.join(root, CLIENT, name)).equals(
        readFileSync(path.join(place, CLIENT, name)),
      ),
  );
  if (other.length > 0) {
    giveUp(`${CLIENT} is not current (${other.join(", ")}): run \`npm run db:generate\`.`);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
