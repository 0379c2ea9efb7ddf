// A vote without any rule: one statement that inserts a row and adds to a slotted tally, behind Express or
// only node:http. REFERENCE selects one. A list is one statement that reads a hundred rows.
import { createServer } from "node:http";
import express from "express";
import { Pool } from "pg";

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const statement = {
  name: "vote",
  text: `WITH vote AS (
      INSERT INTO reference_votes (participant, option_id, value) VALUES ($1, $2, $3)
      RETURNING id
    ), tally AS (
      INSERT INTO reference_tallies AS t (option_id, slot, votes, total)
      VALUES ($2, pg_backend_pid() % 64, 1, $3)
      ON CONFLICT (option_id, slot) DO UPDATE SET votes = t.votes + 1, total = t.total + excluded.total
    )
    SELECT id FROM vote`,
};

async function cast({ voter_id, option_id, vote }) {
  const { rows } = await pool.query({ ...statement, values: [voter_id, option_id, vote.vote] });
  return { id: rows[0].id, voter_id, option_id, vote: vote.vote };
}

const pageOfVotes = {
  name: "page",
  text: "SELECT id, participant, option_id, value, created_at FROM reference_votes ORDER BY id LIMIT 100",
};
const list = async () => (await pool.query(pageOfVotes)).rows;

const port = Number(process.env.PORT);
if (process.env.REFERENCE === "express") {
  const app = express();
  app.get("/readyz", (_request, response) => response.json({}));
  app.get("/votes", async (_request, response) => response.json(await list()));
  app.post("/votes", express.json(), async (request, response) => {
    response.status(201).json(await cast(request.body));
  });
  app.listen(port, "127.0.0.1");
} else {
  createServer(async (request, response) => {
    if (request.url === "/readyz") return response.end("{}");
    const send = (status, body) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    if (request.method === "GET") return send(200, await list());
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    send(201, await cast(JSON.parse(Buffer.concat(chunks).toString())));
  }).listen(port, "127.0.0.1");
}
