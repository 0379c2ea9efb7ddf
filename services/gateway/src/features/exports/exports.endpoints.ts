import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { z } from "zod";
import { reply } from "../../http/replies/reply";
import { type Endpoint, endpoint } from "../../http/routing/endpoint";
import { exportFormats } from "./export-formats";
import { exportColumns } from "./export-row";
import { readVoteRows } from "./read-vote-rows";

/** All votes of a poll as a file, streamed, for admins (docs/reference/results.md#exports). */
export const exportEndpoints: readonly Endpoint[] = exportFormats.map(
  ({ extension, contentType, write }) =>
    endpoint({
      method: "get",
      path: `/api/v1/polls/:poll_id/export.${extension}`,
      summary: `Export the votes of a poll as ${extension.toUpperCase()}`,
      tag: "Results",
      auth: "any",
      poll: { param: "poll_id", password: "none", restricted: false, adminOnly: true },
      contentType: contentType.split(";")[0] ?? contentType,
      responses: { 200: z.string() },
      handle: async ({ poll, requestId }, { db, log }) => {
        const body = async (response: Response) => {
          const rows = write(exportColumns(poll), readVoteRows(db, poll.id));
          // A client that leaves, or a database failure, ends the stream in the middle.
          await pipeline(rows, response).catch((err: unknown) =>
            log.warn({ err, requestId }, "an export broke off"),
          );
        };
        return reply(200, body, {
          "Content-Type": contentType,
          "Content-Disposition": `attachment; filename="votes.${extension}"`,
        });
      },
    }),
);
