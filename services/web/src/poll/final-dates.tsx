import { Calendar } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useAttempts } from "../parts/feedback/attempt";
import { errorWords } from "../parts/feedback/error-words";
import { fileNameOf, saveFile } from "../parts/page/save-file";
import { Icon } from "../parts/show/icon";
import { datesOf } from "../parts/show/option-name";
import type { Visit } from "../session/visit";
import { decisionWords } from "../words/decision";
import type { DecisionWords } from "../words/decision/en";

/** The final dates of a poll, to take into a calendar. Nothing where the visitor does not see them. */
export function FinalDates({ visit }: { readonly visit: Visit }) {
  const { data, words, client, pollId } = visit;
  const { poll } = data;
  const dates = useSignal<readonly OptionListItem[]>([]);
  const texts = useSignal<DecisionWords | undefined>(undefined);
  const { busy, problem, attempt } = useAttempts((error) => errorWords(error, words));

  async function load(): Promise<void> {
    await decisionWords.load(words.locale);
    dates.value = await decidedAmong(data.options?.items ?? [], visit);
    texts.value = decisionWords.words();
  }
  useEffect(() => void attempt(load), []);

  const save = () =>
    attempt(async () => {
      const file = await client().polls.decision.file({ poll_id: pollId });
      saveFile(await file.blob(), fileNameOf(poll.title, "ics"));
    });
  const shown = texts.value;
  if (shown === undefined || dates.value.length === 0) return null;
  return (
    <section class="notice final-dates">
      <h2>
        <Icon of={Calendar} /> {shown.title(dates.value.length)}
      </h2>
      <ul>
        {dates.value.map((option) => (
          <li key={option.id}>
            <strong>{datesOf(option, visit)}</strong>
            {option.content !== undefined && ` ${option.content}`}
          </li>
        ))}
      </ul>
      <p class="row">
        <button type="button" disabled={busy.value} onClick={() => void save()}>
          {shown.file}
        </button>
        {poll.calendar_url !== undefined && (
          <a class="button quiet" href={poll.calendar_url.replace(/^https?:/, "webcal:")}>
            {shown.subscribe}
          </a>
        )}
      </p>
      <p role="alert">{problem.value}</p>
    </section>
  );
}

/** The first page of a long list may have none of them. */
async function decidedAmong(
  first: readonly OptionListItem[],
  { data, client, pollId }: Visit,
): Promise<readonly OptionListItem[]> {
  const isDecided = ({ decided }: OptionListItem) => decided === true;
  if (first.length >= data.poll.options_count) return first.filter(isDecided);
  const found: OptionListItem[] = [];
  for await (const option of client().options.list.all({ poll_id: pollId })) {
    if (isDecided(option)) found.push(option);
  }
  return found;
}
