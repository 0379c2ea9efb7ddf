import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useAttempts } from "../parts/feedback/attempt";
import { Retry } from "../parts/feedback/retry";
import { type Entrance, useEntrance } from "../poll/entrance";
import type { Visit } from "../session/visit";
import { Thanks } from "../thanks/thanks";
import { StepForm } from "./step-form";
import { type Progress, type Step, stepsOf } from "./steps";

/** Takes part in a survey, one step after the other. */
export function Survey({ visit }: { readonly visit: Visit }) {
  const { words } = visit;
  const entrance = useEntrance(visit);
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
          <Retry problem={problem} words={words} retry={more} />
        ))}
      {notices(entrance.ballot)}
    </>
  );
}

/** The visible page: a step, or the thank-you page after the last step. */
type ShownStep = ({ readonly index: number; readonly step: Step } & Progress) | "thanks";

const THANKS = "thanks";
const indexIn = (hash: string): number | typeof THANKS | undefined => {
  if (hash === `#${THANKS}`) return THANKS;
  const number = Number(/^#step-(\d{1,4})$/.exec(hash)?.[1]);
  return Number.isNaN(number) ? undefined : number - 1;
};

function Steps({
  visit,
  entrance: { ballot, waits, ...entrance },
  all,
}: {
  readonly visit: Visit;
  readonly entrance: Entrance;
  readonly all: readonly OptionListItem[];
}) {
  const { client, pollId, words } = visit;
  const open = entrance.open && !waits;
  const steps = useMemo(() => stepsOf(visit, all), [visit]);
  const current = useSignal<ShownStep | undefined>(undefined);
  const { busy, problem, attempt } = useAttempts(visit.explain);
  const heading = useRef<HTMLHeadingElement>(null);
  /** What was tried last. */
  const again = useRef<() => Promise<void>>(null);
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
      const isCast = !ballot.choices?.count.value;
      if (isCast && (asked === THANKS || (asked === undefined && isDone))) {
        current.value = THANKS;
      } else {
        const from = Math.min(Math.max(asked === THANKS ? 0 : (asked ?? 0), 0), steps.count - 1);
        const marks = ballot.marks.value;
        const index = (await steps.find(from, 1, marks)) ?? (await steps.find(from, -1, marks));
        current.value =
          index === undefined
            ? THANKS
            : { index, step: await steps.at(index), ...(await steps.progress(index, marks)) };
      }
      if (!first) requestAnimationFrame(() => heading.current?.focus());
    });

  useEffect(() => {
    const moved = (): void => void show();
    addEventListener("hashchange", moved);
    void show();
    return () => removeEventListener("hashchange", moved);
  }, []);

  const forward = (index: number): Promise<void> =>
    attempt(async () => {
      again.current = () => forward(index);
      const next = await steps.find(index + 1, 1, ballot.marks.value);
      if (next !== undefined) goTo(next);
      else if (open && ballot.choices?.count.value) isAtEnd.value = true;
      else if (open) await complete();
    });

  async function complete(): Promise<void> {
    const { id } = await ballot.voter();
    const request = { poll_id: pollId, id, body: { voter: { complete: true } } };
    ballot.participant.value = await client().participants.update(request);
    goTo(THANKS);
  }

  const back = (index: number): Promise<void> =>
    attempt(async () => {
      again.current = () => back(index);
      const before = await steps.find(index - 1, -1, ballot.marks.value);
      if (before !== undefined) goTo(before);
    });

  if (steps.count === 0) return <p class="notice">{words.survey.noSteps}</p>;
  const shown = current.value;
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
          kept={words.survey.kept}
          again={open ? words.survey.change : words.survey.look}
          onAgain={() => goTo(0)}
        />
      )}
      {shown !== undefined && shown !== THANKS && (
        <>
          <p class="progress">
            <progress
              value={shown.number - 1}
              max={shown.of}
              aria-label={words.survey.step(shown.number, shown.of)}
            />
            <span aria-hidden="true">{words.survey.step(shown.number, shown.of)}</span>
          </p>
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
            isLast={shown.index === steps.count - 1}
          />
          {isAtEnd.value && visit.finalVotes && (
            <visit.finalVotes.CastBar
              ballot={ballot}
              bar={{ onFinish: () => void attempt(complete) }}
            />
          )}
        </>
      )}
      <Retry problem={problem.value} retry={() => again.current?.()} words={words} />
    </>
  );
}
