import { errorCodeNames } from "@polls/domain/refusals";
import type { Metrics } from "@polls/telemetry";
import { type BatchedResult, isReplay } from "../../http/routing/batches";
import type { ChangeOutcome } from "./change-vote";
import type { CastResult, CastsOutcome } from "./vote-batcher";
import type { WithdrawOutcome } from "./withdraw-vote";

type VoteMetrics = Pick<Metrics, "count">;
type Decided = CastResult | ChangeOutcome | WithdrawOutcome;

/** The label of an outcome in `votes_total`. */
const outcomes: Readonly<Record<Decided["kind"], string>> = {
  cast: "accepted",
  to_pay: "to_pay",
  held: "held",
  changed: "changed",
  withdrawn: "withdrawn",
};

/** The endpoints that cast votes, whose errors are counted as refused votes. */
const casting: ReadonlySet<string> = new Set(["votes.cast", "votes.castAll"]);

/** Shows all counters of votes before the first vote. */
export function showVoteCounters(metrics: VoteMetrics): void {
  for (const outcome of [...Object.values(outcomes), "released", "replayed"]) {
    metrics.count("votes_total", { outcome }, 0);
  }
  for (const code of errorCodeNames) metrics.count("votes_refused_total", { code }, 0);
}

const countRefused = (metrics: VoteMetrics, code: string): void =>
  metrics.count("votes_refused_total", { code });

/** Counts a committed vote, or the votes of a batch. `countVoteError` counts refused requests. */
export function countOutcome<Result extends BatchedResult<Decided | CastsOutcome>>(
  metrics: VoteMetrics,
  result: Result,
): Result {
  if (isReplay(result)) metrics.count("votes_total", { outcome: "replayed" });
  else if (result.kind === "casts") {
    countEach(metrics, result.results);
  } else if (result.kind !== "refused" && result.kind !== "password_needed") {
    metrics.count("votes_total", { outcome: outcomes[result.kind] });
  }
  return result;
}

function countEach(metrics: VoteMetrics, results: CastsOutcome["results"]): void {
  const taken = new Map<string, number>();
  for (const one of results) {
    if (one.kind === "refused") countRefused(metrics, one.refusal.code);
    else taken.set(outcomes[one.kind], (taken.get(outcomes[one.kind]) ?? 0) + 1);
  }
  for (const [outcome, votes] of taken) metrics.count("votes_total", { outcome }, votes);
}

interface ReleasedVotes {
  readonly cast: readonly unknown[];
  readonly toPay: readonly unknown[];
  readonly dropped: readonly { readonly code: string }[];
}

/** Counts the votes that were held until their participant confirmed its address. */
export function countReleased(metrics: VoteMetrics, { cast, toPay, dropped }: ReleasedVotes): void {
  metrics.count("votes_total", { outcome: "released" }, cast.length);
  metrics.count("votes_total", { outcome: "to_pay" }, toPay.length);
  for (const { code } of dropped) countRefused(metrics, code);
}

export function countVoteError(
  metrics: VoteMetrics,
  endpointId: string | undefined,
  code: string,
): void {
  if (endpointId !== undefined && casting.has(endpointId)) countRefused(metrics, code);
}
