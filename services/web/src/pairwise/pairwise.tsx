import { hasCode, type OptionListItem, type Poll, type Vote } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useAttempts } from "../parts/feedback/attempt";
import { errorWords } from "../parts/feedback/error-words";
import { Retry } from "../parts/feedback/retry";
import { nameOf } from "../parts/show/option-name";
import { type Entrance, useEntrance } from "../poll/entrance";
import { FormerVotes } from "../poll/former-votes";
import type { Visit } from "../session/visit";
import { pairwiseWords } from "../words/pairwise";

type Pair = readonly [OptionListItem, OptionListItem];

/** A vote on a pair of which one option is no longer offered, with the preferred option. */
type FormerChoice = Pick<Vote, "id"> & { readonly option: NonNullable<Vote["option"]> };

/** How many votes are read at a time. */
const VOTES = 100;

/** Judges two options at a time. */
export function Pairwise({ visit }: { readonly visit: Visit }) {
  const { words } = visit;
  const entrance = useEntrance(visit);
  const { forms, open, unlocked, options, problem, ballot } = entrance;
  const begun = useSignal(false);
  if (options === undefined) {
    return (
      <>
        {forms}
        <p class="notice">{problem ?? words.poll.hidden}</p>
      </>
    );
  }
  const joined = unlocked && ballot.participant.value !== undefined;
  const begin = (): Promise<unknown> =>
    ballot.voter().then(
      () => {
        begun.value = true;
      },
      () => undefined,
    );
  return (
    <>
      {forms}
      {open && (joined || begun.value) && <Pairs visit={visit} entrance={entrance} />}
      {open && !joined && !begun.value && (
        <>
          <p>{words.pairwise.rule}</p>
          <button type="button" onClick={() => void begin()}>
            {pairwiseWords.words().begin}
          </button>
        </>
      )}
    </>
  );
}

/** How many pairs a participant can judge. */
function pairsOf({ options_count: options, settings }: Poll): number {
  const all = (options * (options - 1)) / 2;
  return Math.min(all, settings.vote_limit_per_voter ?? all);
}

function Pairs({
  visit,
  entrance: { ballot },
}: {
  readonly visit: Visit;
  readonly entrance: Entrance;
}) {
  const { data, client, pollId, words } = visit;
  const pair = useSignal<Pair | "none" | undefined>(undefined);
  const judged = useSignal(0);
  const { busy, problem, attempt: begin } = useAttempts((error) => errorWords(error, words));
  const held = useSignal(false);
  /** The votes of this visit, which can be withdrawn one by one. */
  const given = useSignal<readonly string[]>([]);
  const former = useSignal<readonly FormerChoice[]>([]);
  /** The one that was chosen, until the next pair is there. */
  const won = useSignal<string | undefined>(undefined);
  const rest = useRef<HTMLHeadingElement>(null);
  const all = Math.max(pairsOf(data.poll), judged.value);

  /** Runs actions one after the other: a press while a vote is being saved is ignored. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    if (!busy.value) await begin(work);
  }

  async function load(): Promise<void> {
    const { id: voter_id } = await ballot.voter();
    const [first, second] = await client().options.list({ poll_id: pollId, voter_id });
    pair.value = first === undefined || second === undefined ? "none" : [first, second];
    if (pair.value === "none") requestAnimationFrame(() => rest.current?.focus());
  }

  /** Reads a page of the votes, and returns how many there are. */
  async function readVotes(page: number): Promise<number> {
    const { id: voter_id } = await ballot.voter();
    const request = { poll_id: pollId, voter_id, page, per_page: VOTES };
    const { items, total } = await client().votes.list.page(request);
    const found = items.flatMap(({ id, option }) => (option === undefined ? [] : [{ id, option }]));
    former.value = [...former.value, ...found];
    if (page === 1) judged.value = total;
    judged.value -= found.length;
    return total;
  }

  /** The first pair does not wait for older votes. */
  async function readOlderVotes(total: number): Promise<void> {
    for (let page = 2; (page - 1) * VOTES < total; page++) await readVotes(page);
  }

  const takeFormerBack = ({ id }: FormerChoice): Promise<void> =>
    attempt(async () => {
      await client().votes.withdraw({ poll_id: pollId, id });
      former.value = former.value.filter((choice) => choice.id !== id);
    });

  useEffect(() => {
    void attempt(async () => {
      const total = await readVotes(1);
      await load();
      await readOlderVotes(total);
    });
  }, []);

  /** Undefined: the visitor prefers neither. */
  const judge = (winner: OptionListItem | undefined): Promise<void> =>
    attempt(async () => {
      if (pair.value === undefined || pair.value === "none") return;
      const { id: voter_id } = await ballot.voter();
      const option_id = (winner ?? pair.value[0]).id;
      won.value = winner?.id;
      let counts = 1;
      const body = { voter_id, option_id, vote: { vote: winner === undefined ? null : 1 } };
      try {
        const vote = await client().votes.cast({ poll_id: pollId, body });
        if ("id" in vote) given.value = [...given.value, vote.id];
      } catch (error) {
        const isOver =
          hasCode(error, "not_on_offer") || hasCode(error, "vote_limit_per_voter_reached");
        if (hasCode(error, "opt_in_pending")) held.value = true;
        else if (isOver) counts = 0;
        else throw error;
      }
      await load();
      won.value = undefined;
      judged.value += counts;
    });

  const takeBack = (): Promise<void> =>
    attempt(async () => {
      const id = given.value.at(-1);
      if (id === undefined) return;
      await client().votes.withdraw({ poll_id: pollId, id });
      given.value = given.value.slice(0, -1);
      await load();
      judged.value--;
    });

  useEffect(() => {
    const press = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): void => {
      const side = ["ArrowLeft", "ArrowRight"].indexOf(key);
      const isElsewhere = target instanceof Element && target.closest("input, select, textarea");
      if (side < 0 || altKey || ctrlKey || metaKey || isElsewhere) return;
      if (pair.value !== undefined && pair.value !== "none") void judge(pair.value[side]);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  const shown = pair.value;
  return (
    <>
      <p class="progress">
        <progress
          value={judged.value}
          max={Math.max(1, all)}
          aria-label={pairwiseWords.words().judged(judged.value, all)}
        />
        <span aria-hidden="true">{pairwiseWords.words().judged(judged.value, all)}</span>
      </p>
      {held.value && <p class="notice">{words.vote.held}</p>}
      {shown === undefined && problem.value === undefined && (
        <p class="fine">{words.poll.loading}</p>
      )}
      {shown === "none" && (
        <div class="thanks">
          <h2 ref={rest} tabIndex={-1}>
            {pairwiseWords.words().none}
          </h2>
          <p>{pairwiseWords.words().later}</p>
          <button type="button" class="quiet" onClick={() => void attempt(load)}>
            {pairwiseWords.words().again}
          </button>
        </div>
      )}
      {shown !== undefined && shown !== "none" && (
        <div class="comparison">
          <p class="unseen" role="status">
            {pairwiseWords.words().pair(nameOf(shown[0], visit), nameOf(shown[1], visit))}
          </p>
          {/* The arrow keys follow the screen. */}
          <div class="pair" dir="ltr">
            {shown.map((option, at) => (
              <Side
                // The focus stays on the same side for the next pair.
                key={at === 0 ? "left" : "right"}
                option={option}
                visit={visit}
                busy={busy.value}
                won={won.value === option.id}
                onChoose={() => void judge(option)}
              />
            ))}
          </div>
          <p class="fine keys">{pairwiseWords.words().keys}</p>
          <div class="ways">
            <button
              type="button"
              class="quiet"
              aria-disabled={busy.value}
              onClick={() => void judge(undefined)}
            >
              {pairwiseWords.words().neither}
            </button>
          </div>
        </div>
      )}
      {visit.finalVotes && <p class="fine">{visit.finalVotes.hint}</p>}
      {!visit.finalVotes &&
        (given.value.length > 0 || (shown !== undefined && shown !== "none")) && (
          <p class="ways">
            <button
              type="button"
              class="quiet"
              disabled={given.value.length === 0}
              onClick={() => void takeBack()}
            >
              {pairwiseWords.words().takeBack}
            </button>
          </p>
        )}
      <FormerVotes
        heading={pairwiseWords.words().former}
        votes={former.value.map((choice) => ({
          key: choice.id,
          name: nameOf(choice.option, visit),
          takeBack: visit.finalVotes ? undefined : () => void takeFormerBack(choice),
        }))}
        words={words}
      />
      <Retry
        problem={problem.value}
        retry={shown === undefined ? () => attempt(load) : undefined}
        words={words}
      />
    </>
  );
}

/** One of the two, as a button. */
function Side({
  option,
  visit,
  busy,
  won,
  onChoose,
}: {
  readonly option: OptionListItem;
  readonly visit: Visit;
  readonly busy: boolean;
  readonly won: boolean;
  readonly onChoose: () => void;
}) {
  const picture =
    option.attachment?.attachment_url_medium ?? option.attachment?.attachment_url_thumb;
  return (
    <button
      type="button"
      class={won ? "quiet side won" : "quiet side"}
      dir="auto"
      aria-disabled={busy}
      onClick={onChoose}
    >
      <span key={option.id}>
        {picture !== undefined && <img src={picture} alt="" decoding="async" />}
        <span>{nameOf(option, visit)}</span>
        {option.subtitle !== undefined && <small>{option.subtitle}</small>}
      </span>
    </button>
  );
}
