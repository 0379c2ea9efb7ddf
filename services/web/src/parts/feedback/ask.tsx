import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { adminWords } from "../../words/admin";
import { Field } from "../form/field";
import { keepingFocus } from "../form/keeping-focus";
import { submitting } from "../form/submitting";
import { Quiet } from "../show/button";
import { Problem } from "./problem";
import { useDeskAttempts } from "./problem-text";

/** The classes of the button that opens the dialog, and of that which confirms. */
const looks = {
  loss: ["quiet danger", "danger"],
  change: ["quiet", ""],
  main: ["", ""],
} as const;

interface Props {
  /** The text of the button that opens the dialog. */
  readonly button: ComponentChildren;
  /** The title of the dialog. Default: the text of the button. */
  readonly title?: string;
  /** What screen readers say for the button. Default: the title. */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly text: string;
  /** The text that must be entered before the button of the dialog is enabled. */
  readonly demand?: { readonly label: string; readonly text: string } | undefined;
  /** The button of the dialog. Default: the text of the button. */
  readonly confirm?: string;
  readonly look?: keyof typeof looks;
  readonly act: () => Promise<unknown>;
}

/** A button that explains what follows or is lost, and asks for confirmation. */
export function Ask({
  button,
  title,
  label = title,
  disabled,
  text,
  demand,
  confirm,
  look = "loss",
  act,
}: Props) {
  const words = adminWords.words();
  const [opening, confirming] = looks[look];
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { busy, problem, attempt } = useDeskAttempts();
  const entered = useSignal("");
  const ready = demand === undefined || entered.value.trim() === demand.text.trim();

  const run = (): Promise<void> =>
    attempt(async () => {
      const { current: asked } = dialog;
      if (!asked) return;
      await keepingFocus(asked.previousElementSibling ?? asked, async () => {
        await act();
        asked.close();
      });
    });

  return (
    <>
      <button
        type="button"
        class={opening}
        aria-label={label}
        disabled={disabled}
        onClick={() => {
          entered.value = "";
          problem.value = undefined;
          dialog.current?.showModal();
        }}
      >
        {button}
      </button>
      <dialog ref={dialog} aria-labelledby={`${id}-title`}>
        <form
          onSubmit={submitting(() => {
            if (ready) void run();
          })}
        >
          <h2 id={`${id}-title`}>{title ?? button}</h2>
          <p>{text}</p>
          {demand !== undefined && (
            <Field
              label={`${demand.label}: ${demand.text}`}
              autocomplete="off"
              value={entered.value}
              onInput={({ currentTarget }) => (entered.value = currentTarget.value)}
            />
          )}
          <Problem text={problem.value} />
          <p class="row">
            <button type="submit" class={confirming} disabled={busy.value || !ready}>
              {confirm ?? button}
            </button>
            <Quiet onClick={() => dialog.current?.close()}>{words.confirm.cancel}</Quiet>
          </p>
        </form>
      </dialog>
    </>
  );
}
