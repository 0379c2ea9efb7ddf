import { Plus } from "virtual:icons";
import type { Option } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { readKept } from "../parts/form/draft";
import { hasCome, nowOf, useMoment } from "../parts/page/clock";
import { momentText } from "../parts/show/dates";
import { Icon } from "../parts/show/icon";
import type { Visit } from "../session/visit";
import type { FirstData } from "../shell/first-data";
import { placeWords } from "../words/place";
import { submissionWords } from "../words/submission";
import { Received } from "./received";
import { draftOf, SubmissionForm } from "./submission-form";
import { wordsOf } from "./words-of";

export const words = [submissionWords, placeWords];

/** The form to submit options, if the poll accepts them. */
export function SubmissionArea({
  visit,
  count,
  unlock,
  onChange,
}: {
  readonly visit: Visit;
  /** How many options of the visitor count for `option_limit`. */
  readonly count: number;
  /** Asks for the password of the poll, if it is needed. */
  readonly unlock: () => Promise<void>;
  /** Called when an option is new, or its file is ready. */
  readonly onChange: (option: Option) => void;
}) {
  const { data, words } = visit;
  const texts = wordsOf(visit);
  const asks = useSignal(readKept(draftOf(visit)) !== undefined);
  const received = useSignal<Option | undefined>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!asks.value && wasAsked.current) button.current?.focus();
    wasAsked.current = asks.value;
  }, [asks.value]);

  useMoment(data.poll.settings.start_date_submission, data);
  const { option_limit: limit } = data.poll.settings;
  const window = windowOf(data);
  if (window !== "open") {
    return window.from === undefined ? null : (
      <p class="fine">{texts.opens(momentText(window.from, words))}</p>
    );
  }
  return (
    <div class="submission">
      {received.value !== undefined && !asks.value && (
        <Received
          key={received.value.id}
          option={received.value}
          visit={visit}
          onReady={onChange}
        />
      )}
      {asks.value ? (
        <SubmissionForm
          visit={visit}
          onCancel={() => (asks.value = false)}
          onReceived={(option) => {
            received.value = option;
            asks.value = false;
            onChange(option);
          }}
        />
      ) : limit !== undefined && count >= limit ? null : (
        <button
          ref={button}
          type="button"
          class="quiet submit"
          onClick={() => {
            unlock().then(
              () => (asks.value = true),
              () => undefined,
            );
          }}
        >
          <Icon of={Plus} />
          {received.value === undefined ? texts.begin : texts.another}
        </button>
      )}
      {limit !== undefined && !asks.value && <p class="fine">{texts.added(count, limit)}</p>}
    </div>
  );
}

/** Whether submissions are accepted now (docs/reference/options.md#submission-window). */
export function windowOf(data: FirstData): "open" | { readonly from: string | undefined } {
  const { start_date_submission: start, deadline_submission: end } = data.poll.settings;
  if (data.poll.status === "closed") return { from: undefined };
  if (start !== undefined && !hasCome(start, data)) return { from: start };
  return end !== undefined && Date.parse(end) <= nowOf(data) ? { from: undefined } : "open";
}
