// A vote without any rule: one statement that inserts a row and adds to a slotted tally, behind Express or
// only node:http. REFERENCE selects one.
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

const port = Number(process.env.PORT);
if (process.env.REFERENCE === "express") {
  const app = express();
  app.get("/readyz", (_request, response) => response.json({}));
  app.post("/votes", express.json(), async (request, response) => {
    response.status(201).json(await cast(request.body));
  });
  app.listen(port, "127.0.0.1");
} else {
  createServer(async (request, response) => {
    if (request.url === "/readyz") return response.end("{}");
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.stringify(await cast(JSON.parse(Buffer.concat(chunks).toString())));
    response.writeHead(201, { "Content-Type": "application/json" }).end(body);
  }).listen(port, "127.0.0.1");
}
