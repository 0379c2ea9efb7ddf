import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { newRequestKey } from "../ballot/unsent";
import { type TextOf, useAttempts } from "../parts/feedback/attempt";
import { Problem } from "../parts/feedback/problem";
import { submitting } from "../parts/form/submitting";
import { Quiet } from "../parts/show/button";
import { commentWords } from "../words/comments";

const LENGTH_MAX = 2_000;

/** A form for the text of a comment. The text stays until it is saved. */
export function CommentForm({
  label,
  initial = "",
  note,
  textOf,
  send,
  leave,
}: {
  readonly label: string;
  readonly initial?: string;
  /** What to know before one sends it. */
  readonly note?: string | undefined;
  readonly textOf: TextOf;
  /** @param idempotencyKey The same for each attempt to send the same text. */
  readonly send: (content: string, idempotencyKey: string) => Promise<void>;
  /** Closes the form, which then has the focus when it opens. */
  readonly leave?: (() => void) | undefined;
}) {
  const texts = commentWords.words();
  const text = useSignal(initial);
  const key = useRef(newRequestKey());
  const field = useRef<HTMLTextAreaElement>(null);
  const { busy, problem, attempt } = useAttempts(textOf);
  useEffect(() => {
    if (leave !== undefined) field.current?.focus();
  }, []);
  const content = text.value.trim();
  const change = (value: string): void => {
    text.value = value;
    key.current = newRequestKey();
  };
  const submit = () =>
    attempt(async () => {
      await send(content, key.current);
      change("");
    });
  return (
    <form onSubmit={submitting(() => content !== "" && !busy.value && submit())}>
      <label class="entry">
        {label}
        <textarea
          ref={field}
          rows={3}
          required
          maxLength={LENGTH_MAX}
          readOnly={busy.value}
          value={text.value}
          onInput={({ currentTarget: { value } }) => change(value)}
        />
      </label>
      <Problem text={problem.value} />
      {note !== undefined && <p class="fine">{note}</p>}
      <div class="ways">
        {leave !== undefined && <Quiet onClick={leave}>{texts.cancel}</Quiet>}
        <button type="submit" disabled={busy.value}>
          {texts.send}
        </button>
      </div>
    </form>
  );
}
