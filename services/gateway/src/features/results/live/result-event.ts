import { createHash } from "node:crypto";
import type { PollCaller } from "@polls/domain/access";
import { readResults } from "../read-results";
import type { ResultEvent } from "./stream-response";

/** Reads the results as an event. Throws 404 if the caller may not see ratings. */
export async function readResultEvent(
  caller: PollCaller,
  query: URLSearchParams,
  deps: Parameters<typeof readResults>[2],
): Promise<ResultEvent> {
  const { results, countDigest } = await readResults(caller, query, deps);
  const data = JSON.stringify(results);
  // Each gateway counts at its own moment.
  const content = JSON.stringify({ ...results, counted_at: countDigest });
  const id = createHash("sha256").update(content).digest("base64url").slice(0, 22);
  return { id, frame: Buffer.from(`event: results\nid: ${id}\ndata: ${data}\n\n`) };
}
