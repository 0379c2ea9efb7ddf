import { readFileSync } from "node:fs";
import path from "node:path";
import { Redis } from "ioredis";
import { atFileEnd } from "../at-file-end";
import { startTestRedis } from "./start-test-redis";

const operations = path.resolve(__dirname, "../../../../docs/operations.md");

/**
 * Starts a Redis whose user has exactly the rights of docs/operations.md#redis, for the test file.
 */
export async function startLimitedRedis() {
  const { url } = await startTestRedis();
  const [, rights] = /^ {4}ACL SETUSER (.+)$/m.exec(readFileSync(operations, "utf8")) ?? [];
  if (rights === undefined) throw new Error("docs/operations.md has no rights for Redis");
  const admin = new Redis(url);
  atFileEnd("connection of the administrator", async () => admin.disconnect());
  await admin.call("ACL", "SETUSER", ...rights.split(" "));
  return {
    url: url.replace("redis://", "redis://polls:PASSWORD@"),
    /** The commands that were refused. */
    refusals: async () =>
      ((await admin.call("ACL", "LOG")) as readonly (readonly unknown[])[]).map(String),
  };
}
