import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { DragHandle } from "../parts/form/drag-handle";
import { useKeptFocus, useSlides } from "../parts/list/pages";
import { Quiet } from "../parts/show/button";
import type { Words } from "../words";
import { type Ballot, keyOf, noMark } from "./ballot";
import { RANKS_TO_CHOOSE } from "./controls";
import { indexOfRank, leftOf, rankedIds } from "./limits";
import type { createOwnRanking, OwnRanking } from "./ranking";
import type { VotingRules } from "./rules";

/** A ranking, and the handle of its options. */
export interface MovableRanking extends OwnRanking {
  readonly DragHandle: typeof DragHandle;
}

interface Ranked<Item> {
  /** Undefined: the options are not ranked by moving them. */
  readonly ranking: MovableRanking | undefined;
  /** The options with a rank in their order, then the others. */
  readonly options: readonly Item[];
  /** Where the options without a rank begin; undefined: all or none have one. */
  readonly line?: Line | undefined;
}

/** The line in a list, below the options with a rank. */
export interface Line {
  readonly at: number;
  readonly element: JSX.Element;
}

/** The entries of a list with its line. */
export const withLine = <Entry,>(entries: readonly Entry[], line: Line | undefined) =>
  line === undefined
    ? entries
    : [...entries.slice(0, line.at), line.element, ...entries.slice(line.at)];

/** The scripts that only ranked polls need. */
interface Scripts {
  readonly createOwnRanking: typeof createOwnRanking;
  readonly DragHandle: typeof DragHandle;
}

/** Until the scripts are there, the options stand where they stay, with room for their handles. */
const coming: Scripts = {
  createOwnRanking: (ballot, ids) => ({
    order: () => rankedIds(ballot, ids),
    indexOf: (rank) => indexOfRank(ballot, ids, rank),
    move: (optionId, at) => ballot.vote({ optionId }, at + 1),
    leave: (optionId) => ballot.vote({ optionId }, undefined),
    rankRest: () => undefined,
  }),
  DragHandle: () => <span class="grip" />,
};

/** The options of a list in the order of the visitor's ranks, if that can be changed by moving them. */
export function useRanking<Item extends { readonly id: string }>(
  ballot: Ballot,
  rules: VotingRules,
  options: readonly Item[],
  open: boolean,
  { vote: texts }: Words,
): Ranked<Item> {
  const ids = options.map(({ id }) => id);
  const can = open && isSortable(rules, ids, ballot);
  const scripts = useSignal<Scripts | undefined>(coming);
  useEffect(() => {
    if (!can || scripts.value !== coming) return;
    // Without the scripts, ranks can still be chosen.
    void import("./ranking-scripts").then(
      (loaded) => (scripts.value = loaded),
      () => (scripts.value = undefined),
    );
  }, [can]);
  const loaded = can ? scripts.value : undefined;
  const ranking = useMemo(
    () => loaded && { ...loaded.createOwnRanking(ballot, ids), DragHandle: loaded.DragHandle },
    [loaded, ballot, ids.join(" ")],
  );
  const order = ranking?.order() ?? [];
  useKeptFocus(order.join(" "));
  useSlides(".option, .order-ends", order.join(" "));
  if (ranking === undefined) return { ranking, options };
  const placeOf = new Map(order.map((id, at) => [id, at]));
  const placed = ({ id }: Item) => placeOf.get(id) ?? order.length;
  const at = order.length;
  const left = leftOf(rules, ballot.marks.value);
  const rest = options.length - at;
  // Ranks that are being saved use the limit too.
  const most = Math.min(rest, (left?.left ?? rest) - (at - rankedIds(ballot, ids).length));
  return {
    ranking,
    options: [...options].sort((left, right) => placed(left) - placed(right)),
    line:
      at === 0 || at === options.length
        ? undefined
        : {
            at,
            element: (
              <li key="line" class="row order-ends">
                <strong>{texts.unranked}</strong>
                {most > 0 && (
                  <Quiet onClick={() => ranking.rankRest(most)}>
                    {most < rest ? texts.rankNext(most) : texts.rankRest}
                  </Quiet>
                )}
              </li>
            ),
          },
  };
}

/** Whether the options of a list can be ranked by moving them. */
const isSortable = (
  { type, sold }: VotingRules,
  optionIds: readonly string[],
  ballot: Ballot,
): boolean =>
  type?.unique === true &&
  !sold &&
  optionIds.length > 1 &&
  optionIds.length <= RANKS_TO_CHOOSE &&
  // A held vote is changed by a new vote, which cannot swap ranks; a final vote cannot be changed.
  optionIds.every((optionId) => {
    const { state, fixed } = ballot.marks.value.get(keyOf({ optionId })) ?? noMark;
    return state !== "held" && fixed !== true;
  });
