import { hasCode, type OptionListItem, type Vote } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import { castVote } from "../ballot/cast-vote";
import type { Ballot } from "../ballot/marks";
import { NotAdmitted } from "../ballot/not-admitted";
import { useAttempts } from "../parts/feedback/attempt";
import { Retry } from "../parts/feedback/retry";
import { keep, readKept } from "../parts/form/draft";
import { onDemand } from "../parts/page/on-demand";
import { useWindowEvent } from "../parts/page/use-window-event";
import { Quiet } from "../parts/show/button";
import { nameOf } from "../parts/show/option-name";
import { useEntrance } from "../poll/entrance";
import { FormerVotes } from "../poll/former-votes";
import type { Visit } from "../session/visit";
import { pairwiseWords } from "../words/pairwise";
import { firstPair, idsOf, type Pair, pairOf, pairsOf } from "./pair";
import { Side } from "./side";

/** The first choice while the page asks for a name: with the pair, which a reload would change. */
interface KeptChoice {
  readonly shown: Pair;
  readonly offer: string;
  /** Undefined: neither is preferred. */
  readonly winner?: OptionListItem | undefined;
}

/** A vote on a pair of which one option is no longer offered, with the preferred option. */
type FormerChoice = Pick<Vote, "id"> & { readonly option: NonNullable<Vote["option"]> };

const Thanks = onDemand(() => import("../thanks/thanks"), "Thanks", "fine loading");

export function Pairwise({ visit }: { readonly visit: Visit }) {
  const { words } = visit;
  const { forms, notices, open, looksOn, options, problem, ballot } = useEntrance(visit);
  return (
    <>
      {forms}
      {options === undefined && <p class="notice">{problem ?? words.poll.hidden}</p>}
      {open && !looksOn ? (
        <Pairs visit={visit} ballot={ballot} notices={notices(ballot)} />
      ) : (
        notices(ballot)
      )}
    </>
  );
}

function Pairs({
  visit,
  ballot,
  notices,
}: {
  readonly visit: Visit;
  readonly ballot: Ballot;
  /** What is left to do before the votes count. */
  readonly notices: ComponentChild;
}) {
  const { data, client, pollId, words } = visit;
  const texts = pairwiseWords.words();
  const keptAt = `choice of ${pollId}`;
  const kept = useMemo(
    () => (ballot.participant.value ? undefined : readKept<KeptChoice>(keptAt)),
    [],
  );
  const offer = kept?.offer ?? data.offer ?? "";
  const pair = useSignal(kept?.shown ?? firstPair(data));
  const judged = useSignal(0);
  const { busy, problem, attempt: begin } = useAttempts(visit.explain);
  /** The votes of this visit, which can be withdrawn one by one. Undefined: there was none. */
  const given = useSignal<readonly string[] | undefined>(undefined);
  const former = useSignal<readonly FormerChoice[]>([]);
  /** The one that was chosen, until the next pair is there. */
  const won = useSignal<string | undefined>(undefined);
  const isMoved = useRef(false);
  /** The thank-you page is loaded when it is first shown. */
  const heading = useCallback((element: HTMLHeadingElement | null) => {
    if (isMoved.current) element?.focus();
  }, []);
  const all = Math.max(pairsOf(data.poll), judged.value);

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

  async function readVotes(): Promise<void> {
    const { id: voter_id, opt_in_confirmed } = await ballot.voter();
    const request = { poll_id: pollId, voter_id, held: opt_in_confirmed === false };
    const found: FormerChoice[] = [];
    let counted = 0;
    for await (const { id, option } of client().votes.list.all(request)) {
      if (option === undefined) counted++;
      else found.push({ id, option });
    }
    [judged.value, former.value] = [counted, found];
  }

  /** Who took part before, as in another tab, may have another pair on offer. */
  async function mayJudge(shown: Pair): Promise<boolean> {
    if (ballot.participant.value !== undefined) return true;
    await load();
    if (ballot.marks.value.size > 0) await readVotes();
    return idsOf(pair.value) === idsOf(shown);
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
        await readVotes();
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
        if ("id" in vote) given.value = [...(given.value ?? []), vote.id];
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
      const id = given.value?.at(-1);
      if (id === undefined) return;
      await client().votes.withdraw({ poll_id: pollId, id });
      given.value = given.value?.slice(0, -1);
      await load();
      judged.value--;
    });

  useWindowEvent("keydown", ({ key, target, altKey, ctrlKey, metaKey }) => {
    const side = ["ArrowLeft", "ArrowRight"].indexOf(key);
    const isElsewhere = target instanceof Element && target.closest("input, select, textarea");
    if (side < 0 || altKey || ctrlKey || metaKey || isElsewhere) return;
    if (typeof pair.value === "object") void judge(pair.value[side]);
  });

  const shown = pair.value;
  return (
    <>
      <p class="fine">{words.pairwise.rule}</p>
      <p class="row progress">
        <progress
          value={judged.value}
          max={Math.max(1, all)}
          aria-label={texts.judged(judged.value, all)}
        />
        <span aria-hidden="true">{texts.judged(judged.value, all)}</span>
      </p>
      {shown === undefined && busy.value && <p class="fine loading">{words.poll.loading}</p>}
      {shown === "none" && (
        <Thanks
          visit={visit}
          ballot={ballot}
          heading={heading}
          notices={notices}
          kept={data.poll.settings.allow_new_options ? `${texts.none} ${texts.later}` : texts.none}
          again={texts.again}
          onAgain={() => void attempt(load)}
        />
      )}
      {shown === undefined && !busy.value && problem.value === undefined && (
        <p class="ways">
          <Quiet onClick={() => void attempt(load)}>{texts.again}</Quiet>
        </p>
      )}
      {typeof shown === "object" && (
        <div class="comparison">
          <p class="unseen" role="status">
            {texts.pair(nameOf(shown[0], visit), nameOf(shown[1], visit))}
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
          <p class="fine keys">{texts.keys}</p>
        </div>
      )}
      {(typeof shown === "object" || given.value) && (
        <p class="ways">
          {typeof shown === "object" && (
            <Quiet disabled={busy.value} onClick={() => void judge(undefined)}>
              {texts.neither}
            </Quiet>
          )}
          {given.value && !visit.finalVotes && (
            <Quiet disabled={!given.value.length} onClick={() => void takeBack()}>
              {texts.takeBack}
            </Quiet>
          )}
        </p>
      )}
      <FormerVotes
        heading={texts.former}
        votes={former.value.map((choice) => ({
          key: choice.id,
          name: nameOf(choice.option, visit),
          takeBack: visit.finalVotes ? undefined : () => void takeFormerBack(choice),
        }))}
        words={words}
      />
      <Retry
        problem={problem.value}
        retry={typeof shown !== "object" ? () => attempt(load) : undefined}
      />
      {shown !== "none" && notices}
    </>
  );
}
