import { talliesOfShown } from "@polls/db/options";
import { addressOfInvitation, arePlacesTaken } from "@polls/db/participants";
import { inSnapshot, type ReadSnapshot } from "@polls/db/sql";
import { linkDigest } from "@polls/db/tokens";
import { readOptInAddress } from "@polls/domain/participants";
import { pollTypes } from "@polls/domain/poll-types";
import { isSignUpList, type Poll } from "@polls/domain/polls";
import { dependsOnOwnVote, ratingVisibility } from "@polls/domain/ratings";
import { voteTypeAs } from "@polls/domain/vote-types";
import { includeYes, takesNo } from "@polls/domain/vote-values";
import type { Deps } from "../../deps";
import { readContentRule } from "../../http/routing/poll-rules";
import { listOptions } from "../options/list-options";
import { findMergeTarget } from "../options/merge-options";
import { findVisibleOption, scopeOf } from "../options/option-rows";
import type { OptionListItemWire, OptionWire } from "../options/options.schema";
import { showOption } from "../options/show-option";
import {
  type AdmittedVisit,
  admitVisit,
  callerBy,
  type Visit,
  type VisitDeps,
} from "../page-sessions/admit-visit";
import { showPoll } from "../polls/present-poll";
import { newOffer } from "../ratings/pair-on-offer";
import { countJury, readResults } from "../results/read-results";
import { type OwnOptions, ownOf, type Participation, participationOf } from "./own-data";

/** Data for the time before the first request, each part as the API responds to this visitor. */
export interface FirstData extends OwnOptions, Participation {
  /** The time of the read, by the clock of the database. */
  readonly now: string;
  readonly poll: Awaited<ReturnType<typeof showPoll>>;
  /** The first page of options. Absent if the visitor may not read them yet. */
  readonly options?: { readonly items: readonly OptionListItemWire[]; readonly total: number };
  /** In a comparison, for a visitor who takes no part: the query `offer` by which `options` were read. */
  readonly offer?: string;
  /** Whether participants sign up for options instead of voting on them. */
  readonly signUp?: true;
  /** Absent on a page for votes, if the votes of the visitor decide. */
  readonly readsResults?: boolean;
  /** The first page. Absent if the visitor may not read them, or if votes must be counted first. */
  readonly results?: Awaited<ReturnType<typeof readResults>>["results"];
  /** In a closed poll of opinions, for a visitor who may read results: the ids of options with a yes. */
  readonly withYes?: readonly string[];
  /** With `jury_mode`, on a page for votes and the admin page, for a visitor who may read results: how many are on the jury. */
  readonly jury?: number;
  /** With `participant_limit`, on a page for votes: all places are taken. */
  readonly full?: true;
  readonly option?: OptionWire;
  /** With `double_opt_in`, for a visitor by the link of an unused invitation: it has an address to confirm. */
  readonly invitedByMail?: true;
  /** The visitor's newest participant, with its votes. */
}

export type FirstDataDeps = VisitDeps & Pick<Deps, "db" | "ratingSnapshots" | "voteCountCache">;

export interface PageOfPoll {
  readonly visit: AdmittedVisit;
  readonly data: FirstData;
}

/** The page of an option that was merged into another one. */
export interface MovedPage {
  readonly movedTo: string;
}

/** The page size that the results page requests. */
const RESULTS = 100;
/** The options with the highest ratings that later pages of a list may have. */
const BEST = 100;

/** In one snapshot. Throws 404 for a poll or option that the visitor may not see. */
export async function readFirstData(
  visit: Visit & {
    readonly optionId?: string | undefined;
    readonly showsResults: boolean;
    /** The code in the link of an invitation. */
    readonly invitation?: string | undefined;
  },
  deps: FirstDataDeps,
): Promise<PageOfPoll | MovedPage> {
  // Loaded first, because a snapshot must not wait for a second connection.
  await deps.storedKeys();
  return inSnapshot(
    deps.db,
    async (db) => {
      const admitted = await admitVisit(db, visit, deps);
      const movedTo = await optionAfterMerge(db, admitted, visit.optionId);
      if (movedTo !== undefined) return { movedTo };
      const poll = await showPoll(db, admitted, deps);
      const content: Partial<FirstData> = visit.showsResults
        ? await resultsOf(db, admitted, deps)
        : await contentOf(db, admitted, visit.optionId, deps);
      const data: FirstData = {
        now: admitted.now.toISOString(),
        poll,
        ...(isSignUpList(admitted.poll) && { signUp: true }),
        ...content,
        ...(await invitedOf(db, admitted, visit.invitation)),
        ...(!visit.showsResults &&
          poll.status === "closed" &&
          (await yesOf(db, admitted, content, deps))),
      };
      return { visit: admitted, data };
    },
    { large: visit.showsResults },
  );
}

/** The page asks for no address then, and does not learn it: links are passed on. */
async function invitedOf(
  db: ReadSnapshot,
  { poll }: AdmittedVisit,
  code: string | undefined,
): Promise<Pick<FirstData, "invitedByMail">> {
  if (code === undefined || !poll.settings.double_opt_in) return {};
  const address = await addressOfInvitation(db, poll.id, linkDigest(code));
  return readOptInAddress(undefined, address, poll).ok ? { invitedByMail: true } : {};
}

/** Admins still see the merged option. Throws 404 if the visitor may not see the other one. */
async function optionAfterMerge(
  db: ReadSnapshot,
  visit: AdmittedVisit,
  optionId: string | undefined,
): Promise<string | undefined> {
  if (optionId === undefined || visit.addressedBy === "admin_hash") return undefined;
  const target = await findMergeTarget(db, visit.poll.id, optionId);
  if (target === undefined) return undefined;
  const caller = await callerBy(readContentRule, visit);
  if (caller !== undefined) await findVisibleOption(db, caller, target);
  return target;
}

/** Thrown instead of waiting for a count of votes. */
class CountNeeded extends Error {}

async function resultsOf(
  db: ReadSnapshot,
  visit: AdmittedVisit,
  deps: FirstDataDeps,
): Promise<Pick<FirstData, "readsResults" | "results">> {
  const caller = await callerBy(readContentRule, visit);
  if (caller === undefined) return {};
  const readsResults = ratingVisibility(caller).ratings;
  if (!readsResults) return { readsResults };
  // The page then shows that it is loading, and requests the slow results itself.
  const withoutWaiting: ReadSnapshot = {
    ...db,
    restartAfter() {
      throw new CountNeeded();
    },
  };
  try {
    const { results } = await readResults(
      caller,
      new URLSearchParams({ per_page: String(RESULTS) }),
      { ...deps, db: withoutWaiting },
    );
    return { readsResults, results };
  } catch (error) {
    if (error instanceof CountNeeded) return { readsResults };
    throw error;
  }
}

/** Only an option with a yes is the best, and lists of options do not tell which have one. */
async function yesOf(
  db: ReadSnapshot,
  visit: AdmittedVisit,
  { option, options }: Partial<FirstData>,
  deps: FirstDataDeps,
): Promise<Pick<FirstData, "withYes">> {
  const { vote_type: type, voting_fee_type: fee } = visit.poll.settings;
  if (visit.addressedBy !== "member_hash" || type === undefined) return {};
  const { choices } = voteTypeAs(type, fee === "voting_sell_votes");
  const caller = takesNo(choices) ? await callerBy(readContentRule, visit) : undefined;
  if (caller === undefined || !ratingVisibility(caller).ratings) return {};
  const { items, total } = options ?? { items: [], total: 0 };
  const query = new URLSearchParams({ per_page: String(BEST), sort: "options.rating desc" });
  // The best may be on a later page.
  const best =
    total > items.length ? await listOptions(caller, query, "to_read", { ...deps, db }) : undefined;
  const shown = [...items, ...(best?.options ?? []).map(({ item }) => item)];
  const { reader } = scopeOf(caller, []);
  const tallies = await talliesOfShown(db, {
    ids: [...shown, ...(option === undefined ? [] : [option])].map(({ id }) => id),
    parents:
      reader === "admin" || reader.othersShown
        ? shown.filter((each) => each.child_option_type !== undefined).map(({ id }) => id)
        : [],
  });
  const withYes = tallies.filter((tally) => includeYes(choices, tally));
  return { withYes: withYes.map(({ publicId }) => publicId) };
}

async function contentOf(
  db: ReadSnapshot,
  visit: AdmittedVisit,
  optionId: string | undefined,
  deps: FirstDataDeps,
): Promise<Omit<FirstData, "now" | "poll" | "results" | "withYes">> {
  const caller = await callerBy(readContentRule, visit);
  // With its participant, a visitor who gives the password again goes on with the own votes.
  if (caller === undefined && visit.poll.passwordHash !== undefined)
    return participationOf(db, visit, visit, deps);
  if (caller === undefined) return {};
  const readDeps = { ...deps, db };
  const participation = await participationOf(db, visit, caller, deps);
  const isNew = participation.participant === undefined && visit.addressedBy === "member_hash";
  const offer =
    isNew && pollTypes.get(caller.poll.type).offersPairs
      ? db.outside("first pair", (outside) =>
          newOffer(caller, scopeOf(caller, []), { ...deps, db: outside }),
        )
      : undefined;
  const list = await listOptions(
    caller,
    new URLSearchParams({ data: "true", media: "true", ...(offer !== undefined && { offer }) }),
    "to_vote",
    readDeps,
  );
  const { poll } = caller;
  const readsRatings = ratingVisibility(caller).ratings;
  return {
    ...(offer !== undefined && { offer }),
    options: { items: list.options.map(({ item }) => item), total: list.total },
    ...(!dependsOnOwnVote(caller) && { readsResults: readsRatings }),
    ...(poll.settings.jury_mode && readsRatings && { jury: await countJury(db, poll.id) }),
    ...((await isFull(db, poll)) && { full: true as const }),
    ...(await ownOf(db, caller, optionId)),
    ...(optionId !== undefined && { option: await showOption(caller, optionId, readDeps) }),
    ...participation,
  };
}

async function isFull(db: ReadSnapshot, { id, settings }: Poll): Promise<boolean> {
  const { participant_limit: places } = settings;
  return places !== undefined && arePlacesTaken(db, id, places);
}
