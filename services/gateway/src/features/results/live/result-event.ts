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
  const data = JSON.stringify((await readResults(caller, query, deps)).results);
  const id = createHash("sha256").update(data).digest("base64url").slice(0, 22);
  return { id, frame: Buffer.from(`event: results\nid: ${id}\ndata: ${data}\n\n`) };
}
