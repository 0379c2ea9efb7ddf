import { pipeline } from "node:stream/promises";
import { dateFormat, localeIn, shortDateFormatOfFiles } from "@polls/domain/naming";
import type { Poll } from "@polls/domain/polls";
import { preferredLanguage, voteWordsIn, wishedLanguages } from "@polls/markup";
import type { Response } from "express";
import type { Deps } from "../../deps";
import { reply } from "../../http/replies/reply";
import { flagQuery, readFlag } from "../../http/request/query-flag";
import { type Endpoint, endpointsOf } from "../../http/routing/endpoint";
import { adminRule } from "../../http/routing/poll-rules";
import { pollUrls } from "../../pages/poll-urls";
import { attachmentDisposition, titleInFileName } from "../files/content-disposition";
import { exportedUrl } from "../files/file-links";
import { readCountToExport } from "../results/count/present-count";
import { type ExportFormat, type ExportRequest, exportFormats } from "./export-formats";

const endpoint = endpointsOf({ tag: "Results", auth: "any" });

function exportName({ title }: Poll, { name, extension }: ExportFormat): string {
  const suffix = name === "votes" ? "" : ` ${name}`;
  return `${titleInFileName(title) ?? name}${suffix}.${extension}`;
}

/** Keeps the formats of dates, because an export names thousands of options. */
function keptFormats(make: typeof dateFormat): typeof dateFormat {
  const kept = new Map<boolean, Intl.DateTimeFormat>();
  return (wholeDays, reader) => {
    const format = kept.get(wholeDays) ?? make(wholeDays, reader);
    kept.set(wholeDays, format);
    return format;
  };
}

const bomQuery = flagQuery.describe(
  "Whether the file begins with a byte order mark, so that Excel reads it as UTF-8. Default: `false`.",
);

/** Streams all votes, answers or comments of a poll as a file, for admins (docs/reference/results.md#exports). */
export const exportEndpoints: readonly Endpoint[] = exportFormats.map((format) =>
  endpoint({
    run: "alone",
    path: `/api/v1/polls/:poll_id/${format.path}`,
    id: format.id,
    summary: format.summary,
    description: format.description,
    poll: adminRule,
    contentType: format.contentType.split(";")[0] ?? format.contentType,
    ...(format.extension === "csv" && { query: { bom: bomQuery } }),
    responses: { 200: format.schema },
    handle: async ({ actor, header, query, poll, now, requestId }, deps) => {
      const bom = format.extension === "csv" && readFlag(query, "bom") === true;
      const address = pollUrls(deps.config.baseUrl, poll).public;
      const { config, db } = deps;
      const accepted = header("Accept-Language");
      const language = preferredLanguage(accepted);
      const { timezone } = poll.settings;
      const reader = {
        ...voteWordsIn(language),
        locale: localeIn(language, wishedLanguages(accepted)),
        timezone,
        dateFormat: keptFormats(format.name === "answers" ? shortDateFormatOfFiles : dateFormat),
      };
      const fileUrl = (storageKey: string) =>
        exportedUrl(
          config.baseUrl.href,
          { storageKey, shard: db.shard },
          config.keys.fileLinks.signing,
          now,
        );
      const count =
        format.id === "results.export.xlsx"
          ? await readCountToExport(poll, language, deps)
          : undefined;
      const request = { poll, reader, language, fileUrl, now, requestId, bom, address, count };
      const write = (response: Response) => writeExport(response, format, request, deps);
      return reply(200, deps.exportSlots.hold(actor.accountId, write), {
        "Content-Type": format.contentType,
        "Content-Disposition": attachmentDisposition(
          exportName(poll, format),
          `${format.name}.${format.extension}`,
        ),
      });
    },
  }),
);

/** An export uses a database connection, so its time is limited. */
const EXPORT_MAX_MS = 30 * 60_000;

/** The stream breaks off if the client disconnects or does not read, or the database fails. */
async function writeExport(
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
