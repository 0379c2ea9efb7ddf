import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { Client } from "pg";
import { root } from "./stack.mjs";

const { newPublicId } = createRequire(import.meta.url)("@polls/db");

/** An account, made as an operator makes one. */
export const createAccount = (databaseUrl) =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        path.join(root, "services/gateway/dist/cli/main.js"),
        ...["account", "create", "--email", "bench@example.org", "--name", "Bench"],
      ],
      { encoding: "utf8", env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl } },
    ),
  );

/** A poll with options, made through the service. */
export async function createPoll(url, token, settings, options) {
  const post = async (target, body, method = "POST") => {
    const response = await fetch(`${url}/api/v1${target}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${target}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const poll = await post("/polls", { poll: { title: "Benchmark" } });
  if (Object.keys(settings).length > 0) {
    await post(`/polls/${poll.member_hash}`, { poll: settings }, "PATCH");
  }
  const ids = [];
  for (let number = 1; number <= options; number++) {
    const content = `Option ${number}`;
    ids.push((await post(`/polls/${poll.member_hash}/options`, { option: { content } })).id);
  }
  return { hash: poll.member_hash, optionIds: ids };
}

/** Participants of a poll, owned by the account: rows only, as making them is not what is measured. */
export async function createParticipants(databaseUrl, pollHash, count) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const ids = Array.from({ length: count }, newPublicId);
    await client.query(
      `INSERT INTO participants (public_id, poll_id, owner_key, user_name, confirmed_at)
       SELECT n.id, p.id, 'user:' || p.owner_account_id, 'Bench', now()
       FROM polls p, unnest($2::text[]) AS n(id) WHERE p.member_hash = $1`,
      [pollHash, ids],
    );
    await client.query("ANALYZE participants");
    return ids;
  } finally {
    await client.end();
  }
}
