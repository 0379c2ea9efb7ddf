import { createHash } from "node:crypto";
import { findOptionOwners } from "@polls/db/options";
import { inSnapshot, type PrismaQueryable } from "@polls/db/sql";
import { hasManageScope, ownerKeyOf, type PollCaller } from "@polls/domain/access";
import type { Deps } from "../../../deps";
import { readResults } from "../read-results";
import { type AdmissionNeeds, admitReaders, authenticateReaders, isRefusal } from "./admit-readers";
import type { ResultEvent, Subscriber } from "./stream-response";

export type RenderNeeds = AdmissionNeeds &
  Pick<Deps, "config" | "ratingSnapshots" | "voteCountCache">;

/** The number of views rendered in one snapshot, because a snapshot must not be open for long. */
const VIEWS_MAX = 20;

export interface RenderedResults<Reader> {
  readonly events: readonly { readonly event: ResultEvent; readonly readers: readonly Reader[] }[];
  /** These readers may not read the results any more. */
  readonly refused: readonly Reader[];
  /** The views of these readers must be rendered in another call. */
  readonly waiting: readonly Reader[];
}

/** Admits the subscribers of a poll again, and renders the results once for each kind of reader. */
export async function renderResults<Reader extends Subscriber>(
  readers: readonly Reader[],
  deps: RenderNeeds,
): Promise<RenderedResults<Reader>> {
  const actors = await authenticateReaders(readers, deps);
  return inSnapshot(
    deps.db,
    async (db) => {
      const callers = await admitReaders(db, actors, deps.momentOf);
      const refused = readers.filter((reader) => !callers.has(reader));
      const groups = await groupByView(db, callers);
      const events: { event: ResultEvent; readers: readonly Reader[] }[] = [];
      for (const group of groups.slice(0, VIEWS_MAX)) {
        const caller = callers.get(group[0]);
        if (caller === undefined) continue;
        try {
          const query = new URLSearchParams(group[0].query);
          events.push({
            event: await readResultEvent(caller, query, { ...deps, db }),
            readers: group,
          });
        } catch (error) {
          if (!isRefusal(error)) throw error;
          refused.push(...group);
        }
      }
      return { events, refused, waiting: groups.slice(VIEWS_MAX).flat() };
    },
    { large: true },
  );
}

/** Reads the results as an event. Throws 404 if the caller may not see ratings. */
async function readResultEvent(
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

/**
 * Groups subscribers who see the same results, largest first: all admins, and all members of one
 * language without own options or assignments.
 */
async function groupByView<Reader extends Subscriber>(
  queryable: PrismaQueryable,
  callers: ReadonlyMap<Reader, PollCaller>,
): Promise<readonly (readonly [Reader, ...Reader[]])[]> {
  const members = [...callers.values()].filter(({ access }) => access !== "admin");
  const keys = new Set(members.flatMap(({ actor }) => ownerKeyOf(actor) ?? []));
  const pollId = members[0]?.poll.id;
  const owners =
    pollId === undefined || keys.size === 0
      ? new Set<string>()
      : await findOptionOwners(queryable, pollId, [...keys]);
  const groups = new Map<string, [Reader, ...Reader[]]>();
  for (const [reader, { poll, access, actor, textLanguage }] of callers) {
    const ownerKey = access === "admin" ? undefined : ownerKeyOf(actor);
    const hasOwn =
      ownerKey !== undefined &&
      (poll.settings.target === "best_distribution" || owners.has(ownerKey));
    const view = JSON.stringify([
      ...[access, hasManageScope(actor), hasOwn ? ownerKey : null, reader.query, textLanguage],
    ]);
    const group = groups.get(view);
    if (group === undefined) groups.set(view, [reader]);
    else group.push(reader);
  }
  return [...groups.values()].sort((one, other) => other.length - one.length);
}
