import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import type { Deps } from "../../deps";
import type { ExportFormat, ExportRequest } from "./export-formats";

/** An export uses a database connection, so its time is limited. */
const EXPORT_MAX_MS = 30 * 60_000;

/**
 * Streams all votes of a poll as they are at one moment. If the client disconnects or does not
 * read, or the database fails, the stream breaks off.
 */
export async function writeExport(
  response: Response,
  { write }: ExportFormat,
  request: Omit<ExportRequest, "db"> & { readonly requestId: string },
  { db, log }: Pick<Deps, "db" | "log">,
): Promise<void> {
  if (response.req.method === "HEAD") {
    response.end();
    return;
  }
  const { requestId } = request;
  const rows = write({ ...request, db });
  const signal = AbortSignal.timeout(EXPORT_MAX_MS);
  await pipeline(rows, response, { signal }).catch((err: unknown) =>
    log.warn({ err, requestId }, "an export broke off"),
  );
}
