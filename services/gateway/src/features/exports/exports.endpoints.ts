import type { Response } from "express";
import { reply } from "../../http/replies/reply";
import { type Endpoint, streamEndpoint } from "../../http/routing/endpoint";
import { exportFormats } from "./export-formats";
import { writeExport } from "./write-export";

/** All votes of a poll as a file, streamed, for admins (docs/reference/results.md#exports). */
export const exportEndpoints: readonly Endpoint[] = exportFormats.map((format) =>
  streamEndpoint({
    path: `/api/v1/polls/:poll_id/export.${format.extension}`,
    id: `results.export.${format.extension}`,
    summary: `Export the votes of a poll as ${format.extension.toUpperCase()}`,
    description:
      "Streams all votes of all days in the order in which they were cast, as they are when it begins. Members get 404. An account runs two exports at a time.",
    tag: "Results",
    auth: "any",
    poll: { param: "poll_id", password: "none", restricted: false, adminOnly: true },
    contentType: format.contentType.split(";")[0] ?? format.contentType,
    responses: { 200: format.schema },
    handle: async ({ actor, ...input }, deps) => {
      const write = (response: Response) => writeExport(response, format, input, deps);
      return reply(200, deps.exportSlots.hold(actor.accountId, write), {
        "Content-Type": format.contentType,
        "Content-Disposition": `attachment; filename="votes.${format.extension}"`,
      });
    },
  }),
);
