import { useSignal } from "@preact/signals";
import type { Ref, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { type Ballot, keyOf, noMark } from "../ballot/ballot";
import { leftOf } from "../ballot/limits";
import { Problem } from "../parts/feedback/problem";
import { useAfterPress } from "../parts/form/press";
import { submitting } from "../parts/form/submitting";
import { useWindowEvent } from "../parts/page/use-window-event";
import { Quiet } from "../parts/show/button";
import type { Visit } from "../session/visit";
import { Drawing, type DrawingHandle } from "./drawing";
import { Questions } from "./questions";
import { missingIn, needsAllIn, rulesOfChildren, type Step, toCastIn } from "./steps";
import { Matrix, OptionsOfStep } from "./votes";

interface Props {
  readonly step: Step;
  readonly visit: Visit;
  readonly ballot: Ballot;
  readonly open: boolean;
  readonly busy: boolean;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onForward: () => void;
  /** Undefined on the first step. */
  readonly onBack: (() => void) | undefined;
  readonly isLast: boolean;
  /** Whether the visitor was led here because something is missing. */
  readonly lacks: boolean;
}

export function StepBody({
  step: found,
  heading = null,
  drawing,
  asked = false,
  ...common
}: Pick<Props, "step" | "visit" | "ballot" | "open"> & {
  readonly asked?: boolean;
  readonly heading?: Ref<HTMLHeadingElement>;
  /** Absent on paper, which is drawn on itself. */
  readonly drawing?: RefObject<DrawingHandle | null>;
}) {
  const { step, children, inputs } = found;
  const kind = step.settings?.survey_step_type;
  const needsAll = needsAllIn(found, common.visit.data.poll);
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {step.content}
      </h2>
      {step.subtitle !== undefined && <p>{step.subtitle}</p>}
      {step.description !== undefined && <p class="text">{step.description}</p>}
      {kind === "input" && (
        <Questions title={step.content} {...{ ...common, inputs, needsAll, asked }} />
      )}
      {kind === "vote" && <OptionsOfStep {...{ ...common, step, children }} />}
      {kind === "matrix" && <Matrix {...{ ...common, step, children }} />}
      {kind === "drawing" &&
        (drawing ? <Drawing handle={drawing} step={step} {...common} /> : <canvas class="sheet" />)}
    </>
  );
}

/**
 * A digit presses a choice of the question that has the focus, or of the first one while the heading or nothing has it.
 * Enter continues from the heading. Where people type, keys are text.
 */
function pressChoice(event: KeyboardEvent, form: HTMLFormElement): void {
  const { key, altKey, ctrlKey, metaKey } = event;
  const target = event.target as HTMLElement;
  if (altKey || ctrlKey || metaKey || target.matches(TYPED)) return;
  if (!(form.contains(target) || target === document.body) || !form.checkVisibility()) return;
  if (key === "Enter" && target.matches("h2")) form.requestSubmit();
  if (!/^[1-9]$/.test(key)) return;
  const question = target.closest("fieldset") ?? form;
  const choice = question.querySelectorAll<HTMLElement>(CHOICES)[Number(key) - 1];
  choice?.focus();
  choice?.click();
}

const CHOICES = ":is([type=radio], [type=checkbox]):enabled";
const TYPED = `select, textarea, input:not(${CHOICES})`;

/** One step: its text, its questions, and the buttons to continue. */
export function StepForm(props: Props) {
  const {
    step: found,
    visit,
    ballot,
    open,
    busy,
    heading,
    onForward,
    onBack,
    isLast,
    lacks,
  } = props;
  const { step, children } = found;
  const { words, data } = visit;
  const asked = useSignal(lacks);
  /** Whether the last try to continue found that something is missing. */
  const isStopped = useSignal(lacks);
  const saving = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const drawing = useRef<DrawingHandle | null>(null);
  const kind = step.settings?.survey_step_type ?? "info";
  const needsAll = needsAllIn(found, data.poll);

  const markOf = (optionId: string) => ballot.marks.value.get(keyOf({ optionId })) ?? noMark;
  const isUsedUp = (): boolean =>
    kind === "vote" && leftOf(rulesOfChildren(found, data.poll), ballot.marks.value)?.left === 0;

  function missing(): readonly string[] {
    if (kind !== "drawing") return missingIn(found, data.poll, ballot.marks.value);
    const isNeeded = needsAll || step.settings?.mandatory === true;
    return isNeeded && drawing.current?.isEmpty() ? [step.id] : [];
  }

  /** What is missing now. */
  function lack(): string | undefined {
    if (missing().length > 0) return words.survey.missing;
    const left = toCastIn(found, data.poll, ballot.marks.value);
    const { spend, cast } = words.thanks;
    const addsUp = rulesOfChildren(found, data.poll).type?.limitAddsUp === true;
    return left === 0 ? undefined : addsUp ? spend(left) : cast(left);
  }

  async function leave(): Promise<void> {
    asked.value = true;
    isStopped.value = false;
    if (!open) return onForward();
    saving.value = true;
    try {
      const isDrawn = (await drawing.current?.save()) ?? true;
      await ballot.settled();
      if (isUsedUp()) {
        ballot.abstain(missing().map((optionId) => ({ optionId })));
        await ballot.settled();
      }
      const failed = children.some(({ id }) => markOf(id).state === "failed");
      const wrong = form.current?.querySelector<HTMLElement>("input:invalid, textarea:invalid");
      const [first] = missing();
      isStopped.value = lack() !== undefined;
      if (!isStopped.value && !failed && isDrawn && wrong == null) return onForward();
      const target =
        wrong ??
        document.querySelector<HTMLElement>(
          `[data-option="${first}"] :is(input, select, textarea, button)`,
        );
      target?.focus();
    } finally {
      saving.value = false;
    }
  }

  useWindowEvent("keydown", (event) => {
    if (form.current !== null) pressChoice(event, form.current);
  });

  const problem = useAfterPress(isStopped.value ? lack() : undefined);
  return (
    <form ref={form} class="step" noValidate onSubmit={submitting(leave)}>
      <StepBody {...{ step: found, visit, ballot, open, heading, drawing }} asked={asked.value} />
      {open && (
        <p class="fine keys">
          <kbd>1</kbd>–<kbd>9</kbd> <kbd>Enter</kbd>
        </p>
      )}
      <div class="ways">
        {onBack !== undefined && <Quiet onClick={onBack}>{words.survey.back}</Quiet>}
        {(open || !isLast) && (
          <button type="submit" disabled={busy || saving.value}>
            {isLast ? words.survey.finish : words.survey.next}
          </button>
        )}
      </div>
      <Problem text={problem} />
    </form>
  );
}
