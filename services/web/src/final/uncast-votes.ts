import { computed, type Signal, signal } from "@preact/signals";
import type { VoteValue } from "../ballot/controls";
import { type Ballot, type Changed, type Mark, noMark } from "../ballot/marks";
import { NotAdmitted } from "../ballot/not-admitted";
import { keyOf, type Place, placeOf } from "../ballot/place";
import type { VotingRules } from "../ballot/rules";
import { keep, readKept } from "../parts/form/draft";

/** A vote that is chosen, and not cast yet. */
interface UncastVote {
  /** `null` is an abstention; undefined replaces a held vote by one. */
  readonly value: VoteValue | null | undefined;
  /** Why it could not be cast. */
  readonly problem?: string | undefined;
}

type UncastByPlace = ReadonlyMap<string, UncastVote>;

/**
 * A ballot whose votes are final (docs/reference/pages.md#final-votes-on-pages): they are chosen, and cast together.
 * @param cast The ballot that casts them.
 * @param place The storage key of these votes in the tab, so that they survive reloads; undefined: not stored.
 */
export function gatherVotes(
  cast: Ballot,
  {
    place,
    equalRanks,
    asking,
  }: {
    readonly place: string | undefined;
    readonly equalRanks: boolean;
    /** The number of votes that the visitor is about to cast, while the page asks for what it needs before. */
    readonly asking: Signal<number>;
  },
): Ballot {
  const uncast = signal<UncastByPlace>(readFrom(place));
  const last = signal<Changed | undefined>(undefined);

  const marks = computed(() => {
    const all = new Map<string, Mark>();
    for (const [key, mark] of cast.marks.value) all.set(key, withFixed(mark));
    for (const [key, { value, problem }] of uncast.value) {
      const mark = all.get(key) ?? noMark;
      if (mark.fixed) continue;
      const state = problem === undefined ? "chosen" : "failed";
      all.set(key, { ...mark, value: value ?? undefined, state, problem });
    }
    return all;
  });
  const valueAt = (place: Place) => marks.value.get(keyOf(place))?.value;

  function write(next: UncastByPlace): void {
    uncast.value = next;
    store(place, next);
  }

  /** Chooses a value; undefined removes the vote, or replaces a held vote by an abstention. */
  function choose(changes: readonly (readonly [Place, UncastVote["value"]])[]): void {
    const next = new Map(uncast.value);
    for (const [at, value] of changes) {
      const key = keyOf(at);
      const { fixed, isHeld } = withFixed(cast.marks.value.get(key) ?? noMark);
      if (fixed) continue;
      if (value === undefined && isHeld !== true) next.delete(key);
      else next.set(key, { value });
    }
    write(next);
  }

  /** The other vote with the same rank; it gets the rank that this one had. */
  function holderOf(at: Place, value: VoteValue | undefined, rules?: VotingRules) {
    if (rules?.type?.unique !== true || equalRanks || typeof value !== "number") return undefined;
    return [...uncast.value.keys()]
      .map(placeOf)
      .find(
        (other) =>
          keyOf(other) !== keyOf(at) &&
          other.categoryId === at.categoryId &&
          rules.sharing?.has(other.optionId) !== false &&
          valueAt(other) === value,
      );
  }

  const vote: Ballot["vote"] = (at, value, changed, rules) => {
    const before = uncast.value;
    last.value = changed ?? { place: at, restore: () => write(before) };
    const holder = holderOf(at, value, rules);
    const old = valueAt(at);
    choose([[at, value], ...(holder === undefined ? [] : [[holder, old] as const])]);
  };

  const chosenNow = () => [...uncast.value].filter(([key]) => marks.value.get(key)?.fixed !== true);

  async function castAll(): Promise<void> {
    asking.value = chosenNow().length;
    try {
      // Nothing is being saved while the page asks.
      await cast.voter();
    } catch (error) {
      if (error instanceof NotAdmitted) {
        uncast.value = new Map(
          chosenNow().map(([key, { value }]) => [key, { value, problem: error.message }]),
        );
        return;
      }
      // Each vote tells why it cannot be cast.
    } finally {
      asking.value = 0;
    }
    const chosen = chosenNow();
    last.value = undefined;
    write(new Map());
    for (const [key, { value }] of chosen) {
      if (value === null) cast.abstain([placeOf(key)]);
      else cast.vote(placeOf(key), value);
    }
    await cast.settled();
    const refused = chosen.flatMap(([key, { value }]) => {
      const { state, problem } = cast.marks.value.get(key) ?? noMark;
      return state === "failed" ? [[key, { value, problem }] as const] : [];
    });
    if (refused.length === 0) return;
    // What was chosen meanwhile stays chosen. What is refused is not stored: it may be refused for good.
    uncast.value = new Map([...refused, ...uncast.value]);
    await cast.reload().catch(() => undefined);
  }

  return {
    ...cast,
    marks,
    last,
    vote,
    move: (from, to, value) => {
      const before = uncast.value;
      last.value = { place: to, restore: () => write(before) };
      choose([...from.map((place) => [place, undefined] as const), [to, value]]);
    },
    abstain: (places) => choose(places.map((place) => [place, null])),
    undo: () => last.value?.restore(),
    uncast: {
      count: computed(() => chosenNow().length),
      cast: castAll,
    },
  };
}

/** A held vote can still be replaced. A refused one is uncast again, and has the problem. */
const withFixed = (mark: Mark): Mark => ({
  ...mark,
  fixed: mark.id !== undefined || mark.state === "saving" || mark.state === "waiting",
  ...(mark.state === "failed" && { state: "idle", problem: undefined }),
});

function store(place: string | undefined, uncast: UncastByPlace): void {
  if (place === undefined) return;
  const stored = [...uncast].map(([key, { value }]) => [key, { value }]);
  keep(place, stored.length === 0 ? undefined : stored);
}

const readFrom = (place: string | undefined): UncastByPlace =>
  new Map(place === undefined ? [] : readKept<readonly [string, UncastVote][]>(place));
