import { text } from "node:stream/consumers";
import { connectDatabase } from "@polls/db/connection";
import { openShards } from "@polls/db/shards";
import { readMoment } from "@polls/db/sql";
import { takeBounce } from "../bounces/take-bounce";
import { loadConfig } from "../config";

/** Reports are small. What follows in a larger message is not read. */
const BYTES_MAX = 1_000_000;

async function* headOf(message: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = BYTES_MAX;
  for await (const chunk of message) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** `node dist/cli/main.js bounce < message`: the mail server pipes mails to `MAIL_BOUNCES` into it. */
async function main([command]: readonly string[]): Promise<number> {
  if (command !== "bounce") {
    process.stderr.write("usage: bounce < message\n");
    return 64;
  }
  const config = loadConfig(process.env);
  const source = await text(headOf(process.stdin));
  const db = connectDatabase(config.databaseUrl, {
    max: 1,
    pooler: config.databasePooler,
    applicationName: "polls-bounce",
  });
  const shards = openShards(db);
  try {
    const taken = await takeBounce(shards, source, config.keys.mailLinks.all, await readMoment(db));
    process.stdout.write(taken ? "noted\n" : "no report about a mail of this service\n");
    return 0;
  } finally {
    await shards.close();
    await db.close();
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    // EX_TEMPFAIL: the mail server keeps the message and pipes it again.
    process.exitCode = 75;
  },
);
