import { Calendar } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import { useAttempts } from "../parts/feedback/attempt";
import { fileNameOf, saveFile } from "../parts/page/save-file";
import { Icon } from "../parts/show/icon";
import { byBeginning, datesOf } from "../parts/show/option-name";
import type { FinalDates, Visit } from "../session/visit";
import { signUpWords } from "../words/signup";

/** The final dates among the options of the page, or of a long list; undefined if the visitor sees none. */
export async function finalDatesOf(visit: Visit): Promise<FinalDates | undefined> {
  const dates = byBeginning(await decidedAmong(visit.data.options?.items ?? [], visit));
  const { chosen, all } = signUpWords.words().final;
  return dates.length === 0
    ? undefined
    : {
        Dates: () => <Dates visit={visit} dates={dates} />,
        ids: new Set(dates.map(({ id }) => id)),
        text: chosen,
        all: all(visit.data.poll.options_count),
      };
}

/** The final dates of a poll, to take into a calendar. */
function Dates({
  visit,
  dates,
}: {
  readonly visit: Visit;
  readonly dates: readonly OptionListItem[];
}) {
  const { data, client, pollId } = visit;
  const { poll } = data;
  const texts = signUpWords.words().final;
  const isOpen = poll.status === "active";
  const { busy, problem, attempt } = useAttempts(visit.explain);

  const save = () =>
    attempt(async () => {
      const file = await client().polls.decision.file({ poll_id: pollId });
      saveFile(await file.blob(), fileNameOf(poll.title, "ics"));
    });
  return (
    <section class="notice final-dates">
      <h2>
        <Icon of={Calendar} /> {texts[isOpen ? "titleSoFar" : "title"](dates.length)}
      </h2>
      <ul>
        {dates.map((option) => (
          <li key={option.id}>
            <strong>{datesOf(option, visit)}</strong>
            {option.content !== undefined && ` ${option.content}`}
          </li>
        ))}
      </ul>
      <p class="fine">{isOpen ? texts.reopened : visit.words.poll.closed}</p>
      <p class="row">
        <button type="button" disabled={busy.value} onClick={() => void save()}>
          {texts.file}
        </button>
        {poll.calendar_url !== undefined && (
          <a class="button quiet" href={poll.calendar_url.replace(/^https?:/, "webcal:")}>
            {texts.subscribe}
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
