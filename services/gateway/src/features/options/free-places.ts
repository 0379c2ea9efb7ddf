import { countPlaces, type Queryable } from "@polls/db";
import type { Option } from "@polls/domain/options";
import { hasVotingWallet, type Poll } from "@polls/domain/polls";
import { placesOf, voteDateOf } from "@polls/domain/votes";

/** The places of an option, and how many of them are free. */
export interface Places {
  readonly of: number;
  readonly free: number;
}

/** The places of each option. Options without a limit are missing (docs/reference/votes.md#places-per-option). */
export async function findPlaces(
  queryable: Queryable,
  { poll, now }: { readonly poll: Poll; readonly now: Date },
  options: readonly Option[],
): Promise<ReadonlyMap<bigint, Places>> {
  const limited = options.flatMap((option) => {
    const places = placesOf(poll, option);
    return places === undefined ? [] : [{ option, places }];
  });
  const voteDate = voteDateOf(poll, now);
  const unpaidAt = hasVotingWallet(poll) ? now : undefined;
  const taken = await countPlaces(
    queryable,
    limited.map(({ option }) => ({ option, voteDate, unpaidAt })),
  );
  return new Map(
    limited.map(({ option, places }, at) => [
      option.id,
      { of: places, free: Math.max(0, places - (taken[at] ?? 0)) },
    ]),
  );
}
