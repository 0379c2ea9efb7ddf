import { hasCode, type OptionListItem, type Poll, type Vote } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { castVote } from "../ballot/cast-vote";
import type { Ballot } from "../ballot/marks";
import { NotAdmitted } from "../ballot/not-admitted";
import { useAttempts } from "../parts/feedback/attempt";
import { keep, readKept } from "../parts/form/draft";
import type { Visit } from "../session/visit";
import type { FirstData } from "../shell/first-data";

type Pair = readonly [OptionListItem, OptionListItem];

/** The first choice while the page asks for a name: with the pair, which a reload would change. */
interface KeptChoice {
  readonly shown: Pair;
  readonly offer: string;
  /** Undefined: neither is preferred. */
  readonly winner?: OptionListItem | undefined;
}

/** A vote on a pair of which one option is no longer offered, with the preferred option. */
type FormerChoice = Pick<Vote, "id"> & { readonly option: NonNullable<Vote["option"]> };

/** How many votes are read at a time. */
const VOTES = 100;

const pairOf = ([first, second]: readonly OptionListItem[]): Pair | "none" =>
  first === undefined || second === undefined ? "none" : [first, second];

const idsOf = (pair: Pair | "none" | undefined) =>
  typeof pair === "object" && pair.map(({ id }) => id).join();

/** The pair that came with the page; undefined: its options were hidden. */
const firstPair = ({ options, offer, participant }: FirstData): Pair | "none" | undefined =>
  options && pairOf(offer || participant ? options.items : []);

/** How many pairs a participant can judge. */
function pairsOf({ options_count: options, settings }: Poll): number {
  const all = (options * (options - 1)) / 2;
  return Math.min(all, settings.vote_limit_per_voter ?? all);
}

/** The pair on offer, the votes of the visitor, and what can be done with them. */
export function usePairs(visit: Visit, ballot: Ballot) {
  const { data, client, pollId } = visit;
  const keptAt = `choice of ${pollId}`;
  const kept = useMemo(
    () => (ballot.participant.value ? undefined : readKept<KeptChoice>(keptAt)),
    [],
  );
  const offer = kept?.offer ?? data.offer ?? "";
  const pair = useSignal(kept?.shown ?? firstPair(data));
  const judged = useSignal(0);
  const { busy, problem, attempt: begin } = useAttempts(visit.explain);
  /** The votes of this visit, which can be withdrawn one by one. */
  const given = useSignal<readonly string[]>([]);
  const former = useSignal<readonly FormerChoice[]>([]);
  /** The one that was chosen, until the next pair is there. */
  const won = useSignal<string | undefined>(undefined);
  const isMoved = useRef(false);
  const all = Math.max(pairsOf(data.poll), judged.value);

  /** Whether votes wait for the confirmation of the address. */
  const isHeld = () => ballot.participant.value?.opt_in_confirmed === false;

  /** Runs actions one after the other: a press while a vote is being saved is ignored. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    if (busy.value) return;
    await begin(() =>
      work().catch((error: unknown) => {
        if (!(error instanceof NotAdmitted)) throw error;
      }),
    );
    won.value = undefined;
  }

  async function load(): Promise<void> {
    const { id: voter_id } = await ballot.voter();
    isMoved.current = true;
    pair.value = pairOf(await client().options.list({ poll_id: pollId, voter_id, offer }));
  }

  /** Reads a page of the votes, and returns how many there are. */
  async function readVotes(page: number): Promise<number> {
    const { id: voter_id } = await ballot.voter();
    const request = { poll_id: pollId, voter_id, page, per_page: VOTES, held: isHeld() };
    const { items, total } = await client().votes.list.page(request);
    const found = items.flatMap(({ id, option }) => (option === undefined ? [] : [{ id, option }]));
    former.value = [...former.value, ...found];
    if (page === 1) judged.value = total;
    judged.value -= found.length;
    return total;
  }

  async function readAllVotes(): Promise<void> {
    const total = await readVotes(1);
    for (let page = 2; (page - 1) * VOTES < total; page++) await readVotes(page);
  }

  /** Who took part before, as in another tab, may have another pair on offer. */
  async function mayJudge(shown: Pair): Promise<boolean> {
    if (ballot.participant.value !== undefined) return true;
    await load();
    const isOnOffer = idsOf(pair.value) === idsOf(shown);
    if (!isOnOffer) await readAllVotes();
    return isOnOffer;
  }

  const takeFormerBack = ({ id }: FormerChoice): Promise<void> =>
    attempt(async () => {
      await client().votes.withdraw({ poll_id: pollId, id });
      former.value = former.value.filter((choice) => choice.id !== id);
    });

  useEffect(() => {
    if (pair.value === undefined || ballot.participant.value !== undefined) {
      void attempt(async () => {
        if (pair.value === undefined) await load();
        await readAllVotes();
      });
    }
  }, []);

  /** Undefined: the visitor prefers neither. */
  const judge = (winner: OptionListItem | undefined): Promise<void> =>
    attempt(async () => {
      const shown = pair.value;
      if (typeof shown !== "object") return;
      won.value = winner?.id;
      keep(keptAt, { shown, offer, winner } satisfies KeptChoice);
      try {
        if (!(await mayJudge(shown))) return;
      } finally {
        keep(keptAt, undefined);
      }
      const voter = await ballot.voter();
      const option_id = (winner ?? shown[0]).id;
      let counts = 1;
      try {
        const value = { vote: winner === undefined ? null : 1 };
        const vote = await castVote(client(), voter, pollId, { option_id, vote: value });
        if ("id" in vote) given.value = [...given.value, vote.id];
      } catch (error) {
        const isOver =
          hasCode(error, "not_on_offer") || hasCode(error, "vote_limit_per_voter_reached");
        if (isOver) counts = 0;
        else if (!hasCode(error, "opt_in_pending")) throw error;
      }
      await load();
      judged.value += counts;
    });

  useEffect(() => {
    if (kept !== undefined) void judge(kept.winner);
  }, []);

  const takeBack = (): Promise<void> =>
    attempt(async () => {
      const id = given.value.at(-1);
      if (id === undefined) return;
      await client().votes.withdraw({ poll_id: pollId, id });
      given.value = given.value.slice(0, -1);
      await load();
      judged.value--;
    });
  return {
    pair,
    won,
    judged,
    all,
    given,
    former,
    busy,
    problem,
    isMoved,
    attempt,
    load,
    judge,
    takeBack,
    takeFormerBack,
  };
}
