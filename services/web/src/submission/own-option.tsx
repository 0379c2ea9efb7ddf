import type { Option, OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem } from "../parts/feedback/problem";
import { Quiet } from "../parts/show/button";
import { nameOf } from "../parts/show/option-name";
import type { Visit } from "../session/visit";
import { placeWords } from "../words/place";
import { submissionWords } from "../words/submission";
import { windowOf } from "./submission";
import { SubmissionForm } from "./submission-form";
import { wordsOf } from "./words-of";

export const words = [submissionWords, placeWords];

/** Changes and deletes an option of the visitor. The service refuses it once there are votes on it. */
export function OwnOption({
  option,
  visit,
  onChanged,
  onDeleted,
}: {
  readonly option: OptionListItem;
  readonly visit: Visit;
  readonly onChanged: (option: Option) => void;
  readonly onDeleted: () => void;
}) {
  const { client, data, pollId, words } = visit;
  const state = useSignal<"shown" | "asked" | { readonly change: Option }>("shown");
  const { busy, problem, attempt } = useAttempts(visit.explain);
  const first = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    const isAsked = state.value === "asked";
    // The pressed button no longer exists.
    if (isAsked || (wasAsked.current && state.value === "shown")) first.current?.focus();
    wasAsked.current = state.value !== "shown";
  }, [state.value]);
  if (windowOf(data) !== "open") return null;

  const request = { poll_id: pollId, id: option.id };
  const begin = () =>
    attempt(async () => (state.value = { change: await client().options.show(request) }));
  const remove = () =>
    attempt(async () => {
      await client().options.delete(request);
      onDeleted();
    });
  const show = (): void => {
    problem.value = undefined;
    state.value = "shown";
  };

  const name = nameOf(option, visit);
  return (
    <div class="own">
      {typeof state.value === "object" && (
        <SubmissionForm
          visit={visit}
          initial={state.value.change}
          onCancel={show}
          onReceived={(changed) => {
            show();
            onChanged(changed);
          }}
        />
      )}
      {state.value === "shown" && (
        <div class="ways">
          <button
            ref={first}
            type="button"
            class="quiet"
            disabled={busy.value}
            aria-label={`${words.submission.change}: ${name}`}
            onClick={() => void begin()}
          >
            {words.submission.change}
          </button>
          <Quiet
            aria-label={`${words.submission.delete}: ${name}`}
            onClick={() => (state.value = "asked")}
          >
            {words.submission.delete}
          </Quiet>
        </div>
      )}
      {state.value === "asked" && (
        <fieldset>
          <legend>{wordsOf(visit).sure}</legend>
          <div class="ways">
            <button ref={first} type="button" class="quiet" onClick={show}>
              {words.submission.keep}
            </button>
            <button type="button" disabled={busy.value} onClick={() => void remove()}>
              {words.submission.delete}
            </button>
          </div>
        </fieldset>
      )}
      <Problem text={problem.value} />
    </div>
  );
}
