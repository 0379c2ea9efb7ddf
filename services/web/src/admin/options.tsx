import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Problem } from "../parts/feedback/problem";
import { problemText } from "../parts/feedback/problem-text";
import { DragHandle } from "../parts/form/drag-handle";
import { askEach } from "../parts/list/ask-each";
import { More, useKeptFocus, usePages } from "../parts/list/pages";
import { onDemand } from "../parts/page/on-demand";
import { useRepeatedRead } from "../parts/page/repeated-read";
import { Quiet } from "../parts/show/button";
import { Over } from "../parts/show/over";
import { takesFiles } from "../types/option-forms";
import { isOfDates, optionClassOf } from "../types/option-types";
import { jobOfPoll } from "../types/poll-jobs";
import { pollTypeOf } from "../types/poll-types";
import { thingOf } from "../types/things";
import { pageWords } from "../words";
import type { Progress } from "./add-files";
import { AddOptions } from "./add-options";
import { planMove } from "./branching";
import { commentsVisitOf } from "./comments-visit";
import { MediaTiles } from "./media-tiles";
import { ACT_MAX, useOptionActs } from "./option-acts";
import { nameOf } from "./option-name";
import { OptionRow } from "./option-row";
import type { PollContext } from "./poll-context";
import { type OutlinedStep, readOutline } from "./survey-outline";
import { TilesBar } from "./tiles-bar";

const WaitingComments = onDemand(() => import("../comments/waiting-comments"), "WaitingComments");

const PER_PAGE = 50;
const BY_DATE = "options.start_date asc";

interface Props {
  readonly context: PollContext;
  /** Undefined: the top level. */
  readonly parent?: OptionListItem | undefined;
  /** Called after a change of what is under the parent. */
  readonly changed?: () => Promise<void>;
}

/** The options under a parent, with a form for more. Those that wait for approval come first. */
export function Options({ context, parent, changed }: Props) {
  const { words, client, hash, poll, inTurn } = context;
  const under = parent === undefined ? {} : { parent_option_id: parent.id };
  const type = parent === undefined ? optionClassOf(poll.value) : parent.child_option_type;
  const thing = thingOf(type ?? optionClassOf(poll.value), { poll: poll.value, parent });
  const { build } = words;
  const [, , addTitle] = build.things[thing];
  const isTiled = type !== undefined && takesFiles(type) && jobOfPoll(poll.value) === "contest";
  const isSurvey = parent === undefined && pollTypeOf(poll.value).kind === "survey";
  // Participants see dates in this order, in which no one can move them.
  const isByDate = isOfDates(poll.value) && poll.value.settings.default_sort === BY_DATE;
  const steps = useSignal<readonly OutlinedStep[] | undefined>(isSurvey ? [] : undefined);

  const reads = useRef(0);
  const moves = useRef(0);
  // What is shown before all is read would be replaced, and move what stands below.
  const isRead = useSignal(false);

  const useList = (
    more: Pick<Parameters<typeof client.options.list.page>[0], "approval_state" | "description">,
  ) =>
    usePages<OptionListItem>({
      read: (page) =>
        client.options.list.page({
          poll_id: hash,
          page,
          per_page: PER_PAGE,
          pair: false,
          settings: true,
          data: true,
          media: true,
          ...under,
          ...more,
          sort: isByDate ? BY_DATE : "options.position asc",
        }),
      keyOf: ({ id }) => id,
      textOf: problemText,
    });
  const pages = useList({});
  const waiting = useList({ approval_state: "unreviewed", description: true });
  const { list, problem } = pages;
  async function read(): Promise<void> {
    await pages.attempt(pages.readAgain);
    await waiting.attempt(waiting.readAgain);
    if (!isSurvey) return;
    await pages.attempt(async () => {
      const read = ++reads.current;
      const outline = await readOutline(context);
      // A slower read of an earlier change would bring the old state back.
      if (read === reads.current) steps.value = outline;
    });
  }
  async function reload(): Promise<void> {
    await read();
    await changed?.();
    if (parent !== undefined) return;
    poll.value = await client.polls.show({ poll_hash: hash });
    context.changes.value++;
    // A rejected option was not among those that the poll counts.
    if (poll.value.settings.require_approval) await context.readWaiting();
  }
  useEffect(() => void read().then(() => (isRead.value = true)), []);
  const { options: waitingNow, comments: waitingComments } = context.waiting.value;
  // Meanwhile participants add some, and others review them on another device.
  useEffect(() => {
    const { value } = waiting.list;
    if (parent !== undefined || value === undefined || value.total === waitingNow) return;
    void waiting.readAgain().catch(() => undefined);
    void pages.readAgain().catch(() => undefined);
  }, [waitingNow]);

  const acts = useOptionActs(context, reload);
  const isThere = ({ id }: OptionListItem): boolean => !acts.gone.value.has(id);
  const waitingOnes = () => (waiting.list.value?.items ?? []).filter(isThere);
  const sortedOnes = () =>
    (list.value?.items ?? []).filter(
      (option) => option.approval_state !== "unreviewed" && isThere(option),
    );
  const waits = waitingOnes();
  const known = list.value;
  const sorted = sortedOnes();
  const all = [...waits, ...sorted];
  const processed = all.filter(({ processing }) => processing === true).map(({ id }) => id);
  useRepeatedRead(processed.length === 0 ? undefined : processed.join(" "), async () => {
    const first = processed.slice(0, PER_PAGE);
    const read = await askEach(first, (id) => client.options.show({ poll_id: hash, id }));
    const now = new Map<string, OptionListItem>(read.map((option) => [option.id, option]));
    for (const { change } of [pages, waiting])
      change((items) => items.map((item) => now.get(item.id) ?? item));
    if (read.some(({ processing }) => processing !== true)) context.changes.value++;
  });

  const order = sorted.map(({ id }) => id);
  useKeptFocus(order.join(" "));
  const asked = useSignal<{ readonly lost: string; readonly go: () => void } | undefined>(
    undefined,
  );
  /** Moves an option to the place of another one, immediately on the page. The ways of a survey go with it. */
  async function move(id: string, to: number, isAgreed = false): Promise<void> {
    const moved = sorted.find((item) => item.id === id);
    const target = sorted[to];
    if (known === undefined || moved === undefined || target === undefined) return;
    if (moved === target) return;
    // Before the first read of the outline, what a move would change is not known.
    if (isSurvey && steps.value?.length !== known.total) return;
    const outline = steps.value;
    const placeOf = (item: OptionListItem) =>
      outline?.findIndex(({ step }) => step.id === item.id) ?? -1;
    const ways = outline && planMove(context, outline, placeOf(moved), placeOf(target));
    if (ways !== undefined && ways.lost.length > 0 && !isAgreed) {
      asked.value = { lost: ways.lost.join("”, “"), go: () => void move(id, to, true) };
      return;
    }
    const rest = sorted.filter((item) => item.id !== id);
    // The next move, which may come before the list is read again, goes to these positions.
    const items = [...rest.slice(0, to), moved, ...rest.slice(to)].map((item, at) => ({
      ...item,
      position: sorted[at]?.position ?? item.position,
    }));
    pages.dropReads();
    list.value = { ...known, items };
    const mine = ++moves.current;
    await pages.attempt(() =>
      inTurn(async () => {
        const body = { option: { position: target.position } };
        if (ways !== undefined) steps.value = ways.steps;
        await ways?.before();
        await client.options.update({ poll_id: hash, id, body });
        await ways?.after();
      }),
    );
    const refusal = problem.value;
    // Between two moves, a read would show the order between them.
    if (refusal === undefined && mine !== moves.current) return;
    await read();
    context.changes.value++;
    problem.value ??= refusal;
  }

  const gripOf = (option: OptionListItem) =>
    option.approval_state !== "unreviewed" &&
    !isByDate &&
    order.length > 1 && (
      <DragHandle
        ranking={{ order: () => order, move: (id, to) => void move(id, to) }}
        id={option.id}
        name={nameOf(option, context)}
      />
    );
  const row = (option: OptionListItem, isOpen = false) => (
    <OptionRow
      key={option.id}
      option={option}
      context={context}
      reload={reload}
      parent={parent}
      steps={steps.value}
      nested={() => <Options context={context} parent={option} changed={reload} />}
      grip={!isOpen && gripOf(option)}
      isOpen={isOpen}
    />
  );
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const opened = useSignal<string | undefined>(undefined);
  const progress = useSignal<Progress | undefined>(undefined);
  async function chooseAll(): Promise<void> {
    for (const each of [pages, waiting]) await each.attempt(() => each.readAgain(ACT_MAX));
    const found = [...waitingOnes(), ...sortedOnes()].slice(0, ACT_MAX);
    chosen.value = new Set(found.map(({ id }) => id));
  }
  async function approveAll(): Promise<void> {
    await waiting.attempt(() => waiting.readAgain(ACT_MAX));
    await acts.review(waitingOnes().slice(0, ACT_MAX), "approved");
  }
  const tiles = {
    ...{ context, chosen, gripOf, acts },
    open: (id: string) => (opened.value = id),
  };
  const at = all.findIndex(({ id }) => id === opened.value);
  const shown = all[at];
  const { gallery } = pageWords.words();
  const wayTo = (to: number, text: string) => (
    <Quiet
      aria-disabled={all[to] === undefined}
      onClick={() => (opened.value = all[to]?.id ?? opened.value)}
    >
      {text}
    </Quiet>
  );
  const isSole = sorted.length === 1 && parent !== undefined && isSameQuestion(parent, sorted[0]);
  const unreviewed = waiting.list.value;
  const add = isRead.value && type !== undefined && (
    <AddOptions
      context={context}
      type={type}
      parent={parent}
      steps={steps.value}
      items={all}
      title={parent === undefined ? addTitle : `${addTitle}: ${nameOf(parent, context)}`}
      thing={thing}
      uploaded={isTiled ? progress : undefined}
      added={reload}
    />
  );
  return (
    <>
      <Problem text={problem.value ?? waiting.problem.value} />
      {asked.value !== undefined && (
        <Over
          label={words.build.waysLost}
          close={words.confirm.cancel}
          onLeave={() => (asked.value = undefined)}
        >
          <h2>{words.build.waysLost}</h2>
          <p>{words.build.waysLostText(asked.value.lost)}</p>
          <button
            type="button"
            onClick={() => {
              asked.value?.go();
              asked.value = undefined;
            }}
          >
            {words.build.moveStill}
          </button>
        </Over>
      )}
      {!isRead.value && <p class="fine">{words.admin.loading}</p>}
      {isRead.value && unreviewed !== undefined && waits.length > 0 && (
        <section class="card" aria-labelledby="waiting">
          <div class="row">
            <h3 id="waiting">{words.options.waitingTitle(unreviewed.total)}</h3>
            <Quiet disabled={acts.busy.value} onClick={() => void approveAll()}>
              {words.options.approveAll}
            </Quiet>
          </div>
          {isTiled ? (
            <MediaTiles options={waits} {...tiles} />
          ) : (
            <ul class="rows">{waits.map((option) => row(option))}</ul>
          )}
          <More pages={waiting} />
        </section>
      )}
      {parent === undefined && waitingComments > 0 && (
        <WaitingComments
          visit={commentsVisitOf(context)}
          number={waitingComments}
          nameOf={(option) => nameOf(option, context)}
          onReviewed={() => context.readWaiting().catch(() => undefined)}
        />
      )}
      {parent === undefined && <h3>{build.titleOf(thing)}</h3>}
      {isRead.value && known?.total === 0 && <p class="fine">{build.noneOf(thing)}</p>}
      {isTiled && add}
      {isTiled ? (
        <MediaTiles options={isRead.value ? sorted : undefined} {...tiles} />
      ) : (
        <ol class="rows">
          {/* A page with one question is that question, which stands above. */}
          {isRead.value && !isSole && sorted.map((option) => row(option))}
        </ol>
      )}
      {isRead.value && <More pages={pages} />}
      {!isTiled && add}
      <Problem text={acts.problem.value} />
      {(isTiled || acts.progress.value !== undefined || acts.done.value !== undefined) && (
        <TilesBar
          options={all}
          total={(known?.total ?? 0) - acts.gone.value.size}
          {...{ chosen, chooseAll, context, acts }}
          uploaded={progress.value}
        />
      )}
      {shown !== undefined && (
        <Over
          label={nameOf(shown, context)}
          close={gallery.close}
          onLeave={() => (opened.value = undefined)}
        >
          <ul class="rows alone">{row(shown, true)}</ul>
          {all.length > 1 && (
            <div class="ways">
              {wayTo(at - 1, gallery.previous)}
              {wayTo(at + 1, gallery.next)}
            </div>
          )}
        </Over>
      )}
    </>
  );
}

const isSameQuestion = (step: OptionListItem, input: OptionListItem | undefined): boolean =>
  step.settings?.survey_step_type === "input" && step.content === input?.content;
