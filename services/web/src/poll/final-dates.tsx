import { Calendar } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import { useAttempts } from "../parts/feedback/attempt";
import { allItems } from "../parts/list/all-items";
import { fileNameOf, saveFile } from "../parts/page/save-file";
import { Icon } from "../parts/show/icon";
import { byBeginning, datesOf } from "../parts/show/option-name";
import type { FinalDates, Visit } from "../session/visit";
import { signUpWords } from "../words/signup";

/** The final dates, or that they are called off; undefined if the visitor sees none of the final dates. */
export async function finalDatesOf(visit: Visit): Promise<FinalDates | undefined> {
  const marked = byBeginning(await markedAmong(visit.data.options?.items ?? [], visit));
  const dates = marked.filter(({ decided }) => decided);
  const former = marked.filter(({ called_off }) => called_off);
  const { chosen, all } = signUpWords.words().final;
  if (visit.data.poll.decided_at === undefined) {
    return { Dates: () => <CalledOff {...{ visit, former }} />, ids: new Set() };
  }
  return dates.length === 0
    ? undefined
    : {
        Dates: () => <Dates {...{ visit, dates, former }} />,
        ids: new Set(dates.map(({ id }) => id)),
        text: chosen,
        all: all(visit.data.poll.options_count),
      };
}

interface Former {
  readonly visit: Visit;
  /** The dates that the last change took back, as far as the visitor sees them. */
  readonly former: readonly OptionListItem[];
}

const inWords = (dates: readonly OptionListItem[], visit: Visit): string =>
  dates.map((option) => datesOf(option, visit)).join("; ");

function CalledOff({ visit, former }: Former) {
  const texts = signUpWords.words().final;
  const { poll } = visit.data;
  return (
    <section class="notice">
      <h2>
        <Icon of={Calendar} /> {texts.calledOff(inWords(former, visit), former.length)}
      </h2>
      <p class="fine">
        {texts.noOther} {poll.status === "closed" && visit.words.poll.closed}
      </p>
    </section>
  );
}

/** The final dates of a poll, to take into a calendar. */
function Dates({ visit, dates, former }: Former & { readonly dates: readonly OptionListItem[] }) {
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
      {former.length > 0 && <p>{texts.noLonger(inWords(former, visit))}</p>}
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
async function markedAmong(
  first: readonly OptionListItem[],
  { data, client, pollId }: Visit,
): Promise<readonly OptionListItem[]> {
  const isMarked = ({ decided, called_off }: OptionListItem) => (decided ?? called_off) === true;
  if (first.length >= data.poll.options_count) return first.filter(isMarked);
  return (await allItems(client().options.list.all({ poll_id: pollId }))).filter(isMarked);
}
