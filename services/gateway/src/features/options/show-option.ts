import { countSiblings } from "@polls/db/options";
import { countFraudulentVoters } from "@polls/db/participants";
import type { PrismaTransaction } from "@polls/db/sql";
import type { PollCaller } from "@polls/domain/access";
import { submissionFeeOf } from "@polls/domain/payments";
import { ratingVisibility } from "@polls/domain/ratings";
import type { ReadDeps } from "../../deps";
import { paymentUrlOfOption } from "../payments/payment-urls";
import type { RatingSource } from "../ratings/load-siblings";
import { rateOptions } from "../ratings/rate-options";
import { findFacts } from "./option-facts";
import {
  findVisibleOption,
  findWithLineage,
  membersSee,
  scopeOf,
  type VisibleOption,
} from "./option-rows";
import type { OptionWire } from "./options.schema";
import { type Links, presentOption } from "./present-option";

type ShowDeps = Pick<ReadDeps, "config" | "ownUrl" | "ratingSnapshots">;

export const linksOf = ({ config, ownUrl }: Pick<ReadDeps, "config" | "ownUrl">): Links => ({
  baseUrl: config.baseUrl,
  filesBase: ownUrl === undefined ? config.baseUrl.href : config.baseUrl.prefix,
  fileLinkKey: config.keys.fileLinks.signing,
});

export async function showOption(
  caller: PollCaller,
  publicId: string,
  deps: ShowDeps & Pick<ReadDeps, "db">,
): Promise<OptionWire> {
  return showSeen(deps.db, caller, await findVisibleOption(deps.db, caller, publicId), deps);
}

/** Shows an option that the transaction has changed, even if the caller does not see it any more. */
export async function showChanged(
  tx: PrismaTransaction,
  caller: PollCaller,
  publicId: string,
  deps: ShowDeps,
  more: { readonly justCreated?: boolean } = {},
): Promise<OptionWire> {
  const changed = await findWithLineage(tx, caller.poll.id, publicId);
  if (changed === undefined) throw new Error("an option is gone within its own transaction");
  return showSeen(tx, caller, changed, deps, more);
}

export async function showSeen(
  queryable: RatingSource,
  caller: PollCaller,
  seen: VisibleOption,
  deps: ShowDeps,
  { justCreated = false }: { readonly justCreated?: boolean } = {},
): Promise<OptionWire> {
  const { poll, access } = caller;
  const { option } = seen.record;
  const scope = scopeOf(caller, seen.lineage.slice(1));
  const factsOf = await findFacts(queryable, caller, [{ scope, options: [option] }], "to_vote");
  const extras = {
    ...factsOf(option),
    rating: ratingVisibility(caller).ratings
      ? await ratingOf(queryable, caller, seen, deps)
      : undefined,
    justCreated,
    ...((option.paid === false || submissionFeeOf(poll) !== undefined) && {
      paymentUrl: await paymentUrlOfOption(queryable, option.id, deps.config.baseUrl),
    }),
    childrenCount: (await countSiblings(queryable, poll.id, option.id)).shown,
    ...(access === "admin" && {
      fraudulentCount: await countFraudulentVoters(queryable, poll.id, option.id),
    }),
  };
  return presentOption(seen.record, extras, caller, linksOf(deps));
}

async function ratingOf(
  queryable: RatingSource,
  { poll, now }: PollCaller,
  { record: { option, parent }, lineage }: VisibleOption,
  { ratingSnapshots }: ShowDeps,
) {
  const shownToMembers = membersSee(poll, lineage.slice(1), undefined, now);
  const set = { poll, parent, shownToMembers };
  const request = { set, snapshots: ratingSnapshots, ids: [option.id] };
  const ratings = await rateOptions(queryable, [request]);
  return ratings.get(option.id);
}
