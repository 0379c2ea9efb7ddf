import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Quiet } from "../show/button";
import { useDraft } from "./draft";
import { submitting } from "./submitting";

/** A form that cannot be submitted twice at the same time. */
export function CardForm({
  title,
  button,
  send,
  leave,
  draft,
  children,
}: {
  readonly title: string;
  readonly button: string;
  readonly send: (form: FormData) => Promise<void>;
  /** A cancel link beside the button. */
  readonly leave?: { readonly text: string; readonly go: () => void };
  /** The storage key of what is entered, so that it survives a reload. */
  readonly draft: string;
  readonly children: ComponentChildren;
}) {
  const busy = useSignal(false);
  const { form, onInput } = useDraft(draft);

  const submit = submitting(async (entered) => {
    busy.value = true;
    try {
      await send(new FormData(entered));
    } finally {
      busy.value = false;
    }
  });

  return (
    <form ref={form} class="card" onInput={onInput} onSubmit={submit}>
      <h2>{title}</h2>
      {children}
      <div class="ways">
        {leave !== undefined && <Quiet onClick={leave.go}>{leave.text}</Quiet>}
        <button type="submit" disabled={busy.value}>
          {button}
        </button>
      </div>
    </form>
  );
}
