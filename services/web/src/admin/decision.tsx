import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem, problemText } from "../parts/feedback/problem";
import { fileNameOf, saveFile } from "../parts/page/save-file";
import { nameOf } from "../parts/show/option-name";
import { optionClassOf, optionTypeOf } from "../types/option-types";
import type { PollContext } from "./poll-context";

/** Chooses the final dates of a poll of dates. Nothing in other polls. */
export const Decision = ({ context }: { readonly context: PollContext }) =>
  optionTypeOf({ type: optionClassOf(context.poll.value) }).submission?.by === "dates" ? (
    <FinalDates context={context} />
  ) : null;

function FinalDates({ context }: { readonly context: PollContext }) {
  const { words, client, hash, poll, changes } = context;
  const { decision: texts } = words;
  const dates = useSignal<readonly OptionListItem[]>([]);
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const { busy, problem, attempt } = useAttempts((error) => problemText(error, words));
  const isDecided = poll.value.decided_at !== undefined;

  async function load(): Promise<void> {
    const found: OptionListItem[] = [];
    for await (const option of client.options.list.all({ poll_id: hash })) {
      const isOffered = option.archived !== true && option.approval_state !== "unreviewed";
      if (option.start_date !== undefined && isOffered) found.push(option);
    }
    dates.value = found;
    chosen.value = new Set(found.filter(({ decided }) => decided).map(({ id }) => id));
  }
  useEffect(() => void attempt(load), []);

  const change = (act: () => Promise<unknown>) =>
    attempt(async () => {
      await act();
      poll.value = await client.polls.show({ poll_hash: hash });
      changes.value++;
      await load();
    });
  const save = () =>
    attempt(async () => {
      const file = await client.polls.decision.file({ poll_id: hash });
      saveFile(await file.blob(), fileNameOf(poll.value.title, "ics"));
    });
  const choose = (id: string, isChosen: boolean): void => {
    const ids = new Set(chosen.value);
    if (isChosen) ids.add(id);
    else ids.delete(id);
    chosen.value = ids;
  };
  const page = { data: { poll: poll.value }, words };
  const isSame = dates.value.every(
    ({ id, decided }) => chosen.value.has(id) === (decided === true),
  );
  return (
    <section aria-labelledby="decision">
      <h2 id="decision">{texts.title}</h2>
      <p>{isDecided ? texts.decided : texts.text}</p>
      {dates.value.length === 0 && <p class="fine">{busy.value ? "" : texts.none}</p>}
      <form
        class="card"
        hidden={dates.value.length === 0}
        onSubmit={(event) => {
          event.preventDefault();
          const option_ids = [...chosen.value];
          void change(() => client.polls.decision.make({ poll_id: hash, body: { option_ids } }));
        }}
      >
        <fieldset class="plain">
          <legend>{texts.dates}</legend>
          {dates.value.map((option) => (
            <label key={option.id} class="check">
              <input
                type="checkbox"
                checked={chosen.value.has(option.id)}
                onChange={({ currentTarget }) => choose(option.id, currentTarget.checked)}
              />{" "}
              {nameOf(option, page)}
              {option.best_rating === true && <span class="fine"> {texts.best}</span>}
            </label>
          ))}
        </fieldset>
        <p class="row">
          <button type="submit" disabled={busy.value || chosen.value.size === 0 || isSame}>
            {isDecided ? texts.change : texts.decide}
          </button>
          {isDecided && (
            <>
              <button type="button" class="quiet" disabled={busy.value} onClick={() => void save()}>
                {texts.file}
              </button>
              <button
                type="button"
                class="quiet danger"
                disabled={busy.value}
                onClick={() => void change(() => client.polls.decision.withdraw({ poll_id: hash }))}
              >
                {texts.withdraw}
              </button>
            </>
          )}
        </p>
      </form>
      <Problem text={problem.value} />
    </section>
  );
}
