// Bare server-sent events: a POST changes a number, and one text is written to all streams. No database, no
// authentication, no checks.
import { createServer } from "node:http";

const padding = "x".repeat(Number(process.env.BODY_BYTES ?? "2000"));
const streams = new Set();
let votes = 0;

createServer((request, response) => {
  if (request.url === "/readyz") return response.end("{}");
  if (request.method === "POST") {
    votes++;
    response.writeHead(201).end("{}");
    const event = Buffer.from(
      `event: results\nid: ${votes}\ndata: ${JSON.stringify({ options: [{ voter_count: votes }], padding })}\n\n`,
    );
    for (const stream of streams) stream.write(event);
    return undefined;
  }
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.write("retry: 2000\n\n");
  streams.add(response);
  response.once("close", () => streams.delete(response));
  return undefined;
}).listen(Number(process.env.PORT), "127.0.0.1");
