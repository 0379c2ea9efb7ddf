import { ApiError, type OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { keyOf } from "../ballot/ballot";
import { FormLeft, NotAdmitted } from "../ballot/not-admitted";
import { Unsent } from "../ballot/remaining";
import { useAttempts } from "../parts/feedback/attempt";
import { Retry } from "../parts/feedback/retry";
import { keep, readKept } from "../parts/form/draft";
import { useOtherAnswer } from "../parts/form/use-other-answer";
import { isPrinted } from "../parts/page/printed";
import { useBack } from "../parts/page/use-back";
import { useWindowEvent } from "../parts/page/use-window-event";
import { type Entrance, useEntrance } from "../poll/entrance";
import type { Visit } from "../session/visit";
import { Thanks } from "../thanks/thanks";
import { StepBody, StepForm } from "./step-form";
import { type Step, stepsOf } from "./steps";

/** A visitor who leaves sooner has only looked, and needs no further steps. */
const GLANCE_MS = 5_000;

/** Resolves once the visitor does anything. The menu of a browser, which prints, takes the focus from the page. */
const used = (): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, GLANCE_MS);
    globalThis.onpointerdown = globalThis.onkeydown = globalThis.onblur = resolve;
  });

/** Takes part in a survey, one step after the other. */
export function Survey({ visit }: { readonly visit: Visit }) {
  const { words } = visit;
  const entrance = useEntrance(visit, "last");
  const { forms, notices, options, problem, more } = entrance;
  useEffect(() => {
    if (options?.hasMore === true) void more();
  }, [options]);

  return (
    <>
      {forms}
      {options === undefined && <p class="notice">{problem ?? words.poll.hidden}</p>}
      {options !== undefined &&
        (!options.hasMore ? (
          <Steps visit={visit} entrance={entrance} all={options.items} />
        ) : problem === undefined ? (
          <p class="fine loading">{words.poll.loading}</p>
        ) : (
          <Retry problem={problem} retry={more} />
        ))}
      {!visit.finalVotes && <Unsent ballots={[entrance.ballot]} />}
      {options?.hasMore !== false && notices(entrance.ballot)}
    </>
  );
}

/** The visible page: a step, or the thank-you page after the last step. */
type ShownStep =
  | {
      readonly index: number;
      readonly step: Step;
      /** Which step it is for this visitor, who skips others. */
      readonly number: number;
    }
  | "thanks";

const THANKS = "thanks";
const indexIn = (hash: string): number | typeof THANKS | undefined => {
  if (hash === `#${THANKS}`) return THANKS;
  const number = Number(/^#step-(\d{1,4})$/.exec(hash)?.[1]);
  return Number.isNaN(number) ? undefined : number - 1;
};

const REPEATABLE = [408, 409, 429];
/** Whether another try would be refused too. */
const isRefusal = (error: unknown): boolean =>
  error instanceof NotAdmitted ||
  (error instanceof ApiError && error.status < 500 && !REPEATABLE.includes(error.status));

function Steps({
  visit,
  entrance: { ballot, looksOn, isLate, lastForm, leave, notices, ...entrance },
  all,
}: {
  readonly visit: Visit;
  readonly entrance: Entrance;
  readonly all: readonly OptionListItem[];
}) {
  const { client, pollId, words } = visit;
  const open = entrance.open && !looksOn;
  const steps = useMemo(() => stepsOf(visit, all), [visit]);
  const current = useSignal<ShownStep | undefined>(undefined);
  /** Whether the last failure would repeat. */
  const isFinal = useRef(false);
  const { busy, problem, attempt } = useAttempts((error) => {
    isFinal.current = isRefusal(error);
    return visit.explain(error);
  });
  /** The step to which the visitor was led, because an answer is missing. */
  const lacking = useRef<number>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  /** What was tried last. */
  const again = useRef<() => Promise<void>>(null);
  /** The first steps, for paper. */
  const read = useSignal<readonly Step[]>([]);
  useOtherAnswer(
    read.value.some(({ inputs }) => inputs.some(({ settings }) => settings?.allow_other)),
  );
  /** With final votes: whether the visitor has come to the end, and can cast the answers. */
  const isAtEnd = useSignal(false);

  /** The address contains the step, so that the browser's back and forward buttons work. */
  const goTo = (next: number | typeof THANKS): void => {
    const hash = next === THANKS ? `#${THANKS}` : `#step-${next + 1}`;
    if (location.hash === hash) void show();
    else location.hash = hash;
  };

  const show = (): Promise<void> =>
    attempt(async () => {
      again.current = show;
      const first = current.value === undefined;
      isAtEnd.value = false;
      const asked = indexIn(location.hash);
      const isDone = visit.data.participant?.complete === true;
      const isCast = !ballot.uncast?.count.value;
      if (isCast && (asked === THANKS || (asked === undefined && isDone))) {
        current.value = THANKS;
      } else {
        const marks = ballot.marks.value;
        const end = hasLastForm && open ? steps.count : steps.count - 1;
        const wanted = Math.min(Math.max(asked === THANKS ? 0 : (asked ?? 0), 0), end);
        const from = await reachable(wanted);
        if (from !== wanted) history.replaceState(history.state, "", `#step-${from + 1}`);
        const near = Math.min(from, steps.count - 1);
        const index = (await steps.find(near, 1, marks)) ?? (await steps.find(near, -1, marks));
        current.value =
          index === undefined
            ? THANKS
            : { index, step: await steps.at(index), number: await steps.numberOf(index, marks) };
        if (from === steps.count) void attempt(complete);
      }
      if (!first) requestAnimationFrame(() => heading.current?.focus());
    });

  /** Reads one step after the other, as visitors do who go to the end. */
  async function readAll(): Promise<void> {
    for (let at = 0; at < steps.count; at++) read.value = [...read.value, await steps.at(at)];
  }

  /** An address may have the step of another visitor: a new one begins at the first, and none passes a missing answer. */
  async function reachable(wanted: number): Promise<number> {
    const marks = ballot.marks.value;
    const begun = `begun ${pollId}`;
    const isNew = !marks.size && !ballot.participant.value && !readKept(begun);
    keep(begun, true);
    if (!open || wanted === 0) return wanted;
    if (isNew) return 0;
    const lacks = await steps.lacking(wanted, marks);
    if (wanted === steps.count) lacking.current = lacks;
    return lacks ?? wanted;
  }

  /** Whether the last form has the address after that of the last step. Final votes are cast at the last step, which asks for it. */
  const hasLastForm = isLate && visit.finalVotes === undefined;
  const isAsked = lastForm !== undefined;

  useWindowEvent("hashchange", () => {
    // A sheet with what a vote needs stays open.
    if (isAsked) leave();
    void show();
  });
  useEffect(() => {
    const whole = Promise.all([show(), used()])
      .then(readAll)
      .catch(() => undefined);
    /** A browser prints what is there: all steps must be read before. */
    const printWhole = (event: KeyboardEvent): void => {
      const isPrint = event.key === "p" && (event.ctrlKey || event.metaKey);
      if (!isPrint || read.value.length === steps.count) return;
      event.preventDefault();
      void whole.then(() => print());
    };
    addEventListener("keydown", printWhole);
    return () => removeEventListener("keydown", printWhole);
  }, []);

  const forward = (index: number): Promise<void> =>
    attempt(async () => {
      again.current = () => forward(index);
      const next = await steps.find(index + 1, 1, ballot.marks.value);
      if (next !== undefined) goTo(next);
      else if (open && ballot.uncast?.count.value) isAtEnd.value = true;
      else if (open && hasLastForm) goTo(steps.count);
      else if (open) await complete();
    });

  async function complete(): Promise<void> {
    lacking.current = await steps.lacking(steps.count, ballot.marks.value);
    if (lacking.current !== undefined) return goTo(lacking.current);
    const voter = await ballot.voter().catch((error: unknown) => {
      if (error instanceof FormLeft) return undefined;
      throw error;
    });
    if (voter === undefined) {
      const last = await steps.find(steps.count - 1, -1, ballot.marks.value);
      if (last !== undefined && indexIn(location.hash) === steps.count) goTo(last);
      return;
    }
    const { id } = voter;
    await ballot.settled();
    const refused = await firstRefused();
    if (refused !== undefined) return goTo(refused);
    const request = { poll_id: pollId, id, body: { voter: { complete: true } } };
    ballot.participant.value = await client().participants.update(request);
    // The form is not asked for again.
    if (hasLastForm) history.replaceState(history.state, "", `#${THANKS}`);
    goTo(THANKS);
  }

  /** The first step with an answer that was refused when it was sent at the end. Skipped steps need none. */
  async function firstRefused(): Promise<number | undefined> {
    const marks = ballot.marks.value;
    let index = await steps.find(0, 1, marks);
    while (index !== undefined) {
      const { children } = await steps.at(index);
      if (children.some(({ id }) => marks.get(keyOf({ optionId: id }))?.state === "failed"))
        return index;
      index = await steps.find(index + 1, 1, marks);
    }
    return undefined;
  }

  const back = (index: number): Promise<void> =>
    attempt(async () => {
      again.current = () => back(index);
      const before = await steps.find(index - 1, -1, ballot.marks.value);
      if (before !== undefined) goTo(before);
    });

  /** A bar alone says how far it is where later answers decide how many steps are left. */
  const stepText = (number: number, of: number): string =>
    steps.branch ? words.survey.step(number) : words.gallery.of(words.survey.step(number), of);

  if (steps.count === 0) return <p class="notice">{words.survey.noSteps}</p>;
  const shown = current.value;
  const onPaper = read.value.length === 0 && typeof shown === "object" ? [shown.step] : read.value;
  const end = steps.count + Number(hasLastForm || isAsked);
  return (
    <>
      {shown === undefined && problem.value === undefined && (
        <p class="fine loading">{words.poll.loading}</p>
      )}
      {shown === THANKS && (
        <Thanks
          visit={visit}
          ballot={ballot}
          heading={heading}
          notices={notices(ballot)}
          kept={words.survey.kept}
          again={open && !visit.finalVotes ? words.survey.change : words.survey.look}
          onAgain={() => goTo(0)}
        />
      )}
      {shown !== undefined && shown !== THANKS && (
        <>
          <p class="row progress">
            <progress
              value={isAsked ? steps.count : shown.index}
              max={end}
              aria-label={words.survey.progress}
            />
            <span>{stepText(shown.number + Number(isAsked), end)}</span>
          </p>
          {isAsked && <div class="last">{lastForm}</div>}
          {isAsked && !hasLastForm && <LeftByBack onLeave={leave} />}
          {isPrinted.value && (
            <>
              {onPaper.map((step) => (
                <section key={step.step.id} class="step">
                  <StepBody {...{ step, visit, ballot, open }} />
                </section>
              ))}
              {onPaper.length < steps.count && (
                <p>{words.gallery.of(onPaper.length, steps.count)}</p>
              )}
            </>
          )}
          <div hidden={isAsked || isPrinted.value}>
            <StepForm
              key={shown.step.step.id}
              step={shown.step}
              visit={visit}
              ballot={ballot}
              open={open}
              busy={busy.value}
              heading={heading}
              onForward={() => void forward(shown.index)}
              onBack={shown.index === 0 ? undefined : () => void back(shown.index)}
              lacks={lacking.current === shown.index}
              isLast={shown.index === steps.count - 1 && !hasLastForm}
            />
            {isAtEnd.value && visit.finalVotes && (
              <visit.finalVotes.CastBar
                ballot={ballot}
                bar={{ onFinish: () => void attempt(complete) }}
              />
            )}
          </div>
        </>
      )}
      <Retry
        problem={problem.value}
        retry={isFinal.current ? undefined : () => again.current?.()}
      />
      {shown !== THANKS && notices(ballot)}
    </>
  );
}

/** Closes the form of a last step with final votes, which has no address of its own, by Back. */
function LeftByBack({ onLeave }: { readonly onLeave: () => void }) {
  useBack(onLeave);
  return null;
}
