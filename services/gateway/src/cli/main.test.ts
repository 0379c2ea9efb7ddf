import path from "node:path";
import { fromSource } from "@polls/devstack";
import { spawnSync } from "@polls/devstack/children";

const load = `process.on("exit", () => console.log(Object.keys(require.cache).join("\\n")));
  require(process.argv[1]);`;

/** What these commands do not use, and what takes long to load. */
const slow = /node_modules\/(bullmq|ioredis|@aws-sdk|prom-client|express)\//;

test.each(["account list", "ops outbox list", "ops recount"])(
  "%s loads neither the queue, nor metrics, nor the client of S3",
  (words) => {
    const { stdout } = spawnSync(
      process.execPath,
      [...fromSource, "--eval", load, path.join(__dirname, "main.ts"), ...words.split(" ")],
      { encoding: "utf8", env: { ...process.env, DATABASE_URL: "" } },
    );
    const files = stdout.split("\n");
    expect(files.filter((file) => file.includes("/libs/db/src/")).length).toBeGreaterThan(10);
    expect([...new Set(files.map((file) => slow.exec(file)?.[1]))]).toEqual([undefined]);
  },
);
