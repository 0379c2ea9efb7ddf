import type { OptionListItem, Poll, Vote } from "@polls/client";
import { groupBy } from "@polls/domain/grouping";
import { dateFormat, shortDateFormat } from "@polls/domain/naming";
import { zoneName } from "@polls/domain/time";
import { type Choice, choiceOf, type Opinion } from "@polls/domain/vote-values";
import { computed, type ReadonlySignal, type Signal, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { opinionIcons } from "../ballot/controls";
import { freePlacesOf, takesPlace } from "../ballot/free-places";
import { keyOf } from "../ballot/place";
import { allItems } from "../parts/list/all-items";
import { unbroken } from "../parts/show/dates";
import { Icon } from "../parts/show/icon";
import { nameOf } from "../parts/show/option-name";
import { ANSWERS_MAX, type Answers, PEOPLE_MAX, readAnswers } from "../session/read-answers";
import type { OwnVotes, Visit } from "../session/visit";
import { bestIn } from "../types/best";
import { optionClassOf, optionTypeOf } from "../types/option-types";
import { voteTypeOf } from "../types/vote-types";
import { type SignUpWords, signUpWords } from "../words/signup";
import { overlap } from "./overlaps";
import { Tell } from "./tell";

interface Shown {
  readonly visit: Visit;
  readonly texts: SignUpWords;
  readonly zone: ReadonlySignal<string>;
}

/** What the page knows of the answers of others, read once: live streams are limited. */
interface Known {
  readonly answers: Signal<Answers | undefined>;
  /** By the id of their option. */
  readonly votesOn: ReadonlySignal<ReadonlyMap<string | null, readonly Vote[]>>;
  readonly best: Signal<ReadonlySet<string>>;
  /** Whether there are answers when the page is loaded, which its cards then have room for. */
  readonly isAwaited: boolean;
}

/** A visit of a poll of dates, whose times are at first in the zone of the visitor. */
export function datesVisit(before: Visit): Visit {
  const texts = signUpWords.words();
  const known = knownOf(before);
  const zone = computed(() => before.zone.value ?? ownZone());
  const { options, results } = before.data;
  const all = options?.items ?? results?.options ?? [];
  const areNear = all.length > 0 && all.every(isNear);
  /** Times without the name of the zone, which stands above all of them; near ones fit into one line. */
  const formatInZone: typeof dateFormat = (wholeDays, reader) => {
    const format = dateFormat(wholeDays, reader);
    if (wholeDays) return format;
    if (areNear) return shortDateFormat(false, { ...reader, timezone: zone.value });
    return new Intl.DateTimeFormat(reader.locale, {
      ...(format.resolvedOptions() as object),
      timeZone: zone.value,
      timeZoneName: undefined,
    });
  };
  const words = { ...before.words, dateFormat: formatInZone };
  const visit: Visit = {
    ...before,
    words,
    dates: {
      zone,
      zoneText: () => texts.zone(zoneName(zone.value, words.locale)),
      Zone: () => <Zone {...{ visit, texts, zone }} />,
      Note: (props) => <Note {...props} {...known} {...{ visit, texts, zone }} />,
      Overview: (props) => <Overview {...props} {...known} {...{ visit, texts, zone }} />,
      Tell: () => <Tell {...{ visit, texts }} />,
    },
  };
  return visit;
}

function knownOf({ data: { readsResults, poll } }: Visit): Known {
  const answers = signal<Answers | undefined>(undefined);
  const isAwaited = readsResults !== false && poll.voters_count > 0 && areFew(poll);
  const votesOn = computed(() => groupBy(answers.value?.votes ?? [], ({ option_id }) => option_id));
  return { answers, votesOn, best: signal(new Set<string>()), isAwaited };
}

/** Whether all answers are read. */
const areFew = ({ voters_count, options_count }: Poll): boolean =>
  voters_count <= PEOPLE_MAX && voters_count * options_count <= ANSWERS_MAX;

const DAY_MS = 86_400_000;
const NEAR_MS = 180 * DAY_MS;
/** Whether its date is understood without its year. */
const isNear = ({ start_date = "" }: Pick<OptionListItem, "start_date">): boolean =>
  Math.abs(Date.parse(start_date) - Date.now()) < NEAR_MS;

/** The lines of a narrow column: weekday, day, and time. A night has the day on which it begins. */
function linesOf(locale: string, wholeDays: boolean, timeZone: string) {
  const inZone = (line: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...line, timeZone });
  const days = [inZone({ weekday: "short" }), inZone({ day: "numeric", month: "short" })];
  const time = inZone({ timeStyle: "short" });
  return (start: Date, end: Date): readonly string[] => {
    const last = !wholeDays && end.getTime() - start.getTime() < DAY_MS ? start : end;
    const lines = days.map((line) => unbroken(line.formatRange(start, last)));
    if (wholeDays) return lines;
    const isOneDay = days.every((line) => line.format(start) === line.format(end));
    // A range over midnight would repeat both days.
    const times = isOneDay
      ? time.formatRange(start, end)
      : `${time.format(start)} – ${time.format(end)}`;
    return [...lines, times];
  };
}

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Leads to the zone of the poll and back, where that is another one. */
function Zone({ visit, texts, zone }: Shown) {
  const { data, words, zone: chosen } = visit;
  if (optionTypeOf({ type: optionClassOf(data.poll) }).wholeDays) return null;
  const nameOfZone = (timeZone: string): string => zoneName(timeZone, words.locale);
  const own = ownZone();
  const { timezone = own } = data.poll.settings;
  const other = zone.value === own ? timezone : own;
  const otherName = nameOfZone(other);
  return (
    <p class="row fine zone">
      <span role="status">{texts.zone(nameOfZone(zone.value))}</span>
      {otherName !== nameOfZone(zone.value) && (
        <button type="button" onClick={() => (chosen.value = other)}>
          {texts.otherZone(otherName)}
        </button>
      )}
    </p>
  );
}

/** What a vote says. */
const opinionOf = (value: Vote["vote"] | undefined, { data }: Visit): Opinion | undefined =>
  typeof value !== "number"
    ? undefined
    : (choiceOf(choicesOf(data.poll), value)?.opinion ?? (takesPlace(value) ? "yes" : "no"));

const choicesOf = (poll: Poll): readonly Choice[] => voteTypeOf(poll)?.choices ?? [];

const ownValue = (marks: OwnVotes, { id }: OptionListItem): Vote["vote"] | undefined =>
  marks.value.get(keyOf({ optionId: id }))?.value;

/** The vote of the visitor, once it is saved. */
const savedValue = (marks: OwnVotes, { id }: OptionListItem): Vote["vote"] => {
  const mark = marks.value.get(keyOf({ optionId: id }));
  const isSaved = mark?.id !== undefined && mark.state !== "waiting";
  return isSaved ? (mark.value ?? null) : null;
};

type Saved = Pick<Vote, "voter_id" | "vote">;
type OfDate = Shown & Known & { readonly option: OptionListItem; readonly marks: OwnVotes };

/** The saved answers on a date, those of the visitor included. */
function savedOn({ option, marks, visit, votesOn }: OfDate): readonly Saved[] {
  const ownId = visit.participant.value?.id ?? "";
  const others = (votesOn.value.get(option.id) ?? []).filter(({ voter_id }) => voter_id !== ownId);
  return [...others, { voter_id: ownId, vote: savedValue(marks, option) }];
}

function Note(props: OfDate) {
  const { option, marks, visit, texts } = props;
  const { data } = visit;
  const isYes = (each: OptionListItem) => opinionOf(ownValue(marks, each), visit) === "yes";
  const others = (data.options?.items ?? []).filter(
    (each) => each.id !== option.id && isYes(option) && isYes(each) && overlap(each, option),
  );
  const free = freePlacesOf(option, data.votes, takesPlace(ownValue(marks, option)));
  return (
    <>
      {option.called_off && <p class="chip waits">{texts.final.off}</p>}
      <Said {...props} />
      {free !== undefined && option.places !== undefined && (
        <p class="chip">{texts.free(free, option.places)}</p>
      )}
      <p class="clash" role="status">
        {others.length > 0 && texts.overlaps(others.map((each) => nameOf(each, visit)).join("; "))}
      </p>
    </>
  );
}

/** On a narrow screen, in place of the table: how many say what, and who. */
function Said(props: OfDate) {
  const { option, visit, texts, answers, best, isAwaited } = props;
  const { words, data, participant } = visit;
  const { names } = answers.value ?? {};
  if (!isAwaited) return null;
  const saved = names === undefined ? [] : savedOn(props);
  const said = opinions.flatMap((opinion) => {
    const by = saved.filter(({ vote }) => opinionOf(vote, visit) === opinion);
    return by.length === 0 ? [] : [{ text: words.vote[opinion], by }];
  });
  if (said.length === 0) return <p class="said" />;
  const known = new Map<string | null, string>([
    ...(names ?? []),
    [participant.value?.id ?? "", texts.you],
  ]);
  const namesOf = (by: readonly Saved[]): readonly string[] =>
    by.flatMap(({ voter_id: id }) =>
      known.has(id) ? [known.get(id) || words.table.nameless] : [],
    );
  const short = said
    .map(({ text, by }) => `${by.length}\u00a0${text.toLocaleLowerCase(words.locale)}`)
    .join(" · ");
  return (
    <details class="said">
      <summary>
        {short}{" "}
        {best.value.has(option.id) && (
          <span class="chip done">
            {texts[data.poll.status === "closed" ? "bestOfAll" : "best"]}
          </span>
        )}
      </summary>
      {said.map(({ text, by }) => (
        <p key={text}>
          {text}: {namesOf(by).join(", ")}
        </p>
      ))}
    </details>
  );
}

const opinions = ["yes", "maybe", "no"] as const;

function Overview(
  props: Shown & Known & { readonly marks: OwnVotes; readonly options: readonly OptionListItem[] },
) {
  const { marks, options, visit, texts, answers, best, zone } = props;
  const { client, words, data, participant, pollId: poll_id } = visit;
  const { settings, status, decided_at } = data.poll;
  const hasVoted = [...marks.value.values()].some(({ id }) => id);
  // Absent: the votes of the visitor decide.
  const readsVotes = data.readsResults ?? hasVoted;
  const showsAnswers = readsVotes && areFew(data.poll);
  useEffect(() => {
    if (showsAnswers) void readAnswers(visit, answers);
  }, [readsVotes, data.poll]);
  const hasBest = !settings.hidden_best_rating && decided_at === undefined;
  const showsBest = showsAnswers && hasBest;
  const ranked = useSignal<readonly OptionListItem[]>(options);
  const own = options.map((option) => savedValue(marks, option)).join();
  useEffect(() => {
    if (!showsBest) return undefined;
    let isLatest = true;
    const show = (items: readonly OptionListItem[]) => {
      if (isLatest) ranked.value = items;
    };
    // Those who read no ranks, and visitors without a connection, see the last ones.
    void allItems(client().options.list.all({ poll_id })).then(show, () => undefined);
    return () => {
      isLatest = false;
    };
  }, [own, showsBest, data.poll]);
  const columns = options.map((option) => {
    const said = new Map(
      savedOn({ ...props, option }).map(({ voter_id, vote }) => [voter_id, opinionOf(vote, visit)]),
    );
    return { option, said, yes: [...said.values()].filter((opinion) => opinion === "yes").length };
  });
  const yesOf = new Map(columns.map(({ option, yes }) => [option.id, yes]));
  const bestIds = bestIn(hasBest ? ranked.value : [], ({ id }) => (yesOf.get(id) ?? 0) > 0);
  useEffect(() => {
    best.value = bestIds;
  }, [[...bestIds].join()]);
  const { names } = answers.value ?? {};
  if (names === undefined) return null;
  const ownId = participant.value?.id ?? "";
  const rows = [...names].filter(([id]) => id !== ownId);
  if (hasVoted) rows.unshift([ownId, texts.you]);
  const areDays = options.every((option) => optionTypeOf(option).wholeDays);
  const linesIn = linesOf(
    words.locale,
    areDays,
    areDays ? (settings.timezone ?? "UTC") : zone.value,
  );
  const bestNames = columns.flatMap(({ option }) =>
    bestIds.has(option.id) ? [nameOf(option, visit)] : [],
  );
  return rows.length === 0 ? null : (
    <div class="who-can">
      <h2>{texts.whoCan}</h2>
      {bestNames.length > 0 && (
        <p>
          {texts[status === "closed" ? "bestOfAll" : "best"]}: {bestNames.join("; ")}.{" "}
          {choicesOf(data.poll).some(({ opinion }) => opinion === "maybe") && (
            <small>{settings.counting_method === undefined ? texts.half : texts.none}</small>
          )}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll the wide table */}
      <section class="scroller" tabIndex={0} aria-label={texts.whoCan}>
        <table class="who">
          <thead>
            <tr>
              <td />
              {columns.map(({ option }) => {
                const { id, start_date = "", end_date = start_date, decided } = option;
                return (
                  <th key={id} scope="col" class={decided || bestIds.has(id) ? "best" : ""}>
                    {linesIn(new Date(start_date), new Date(end_date)).map((line, at) => (
                      <span key={at}>{line} </span>
                    ))}
                    {decided && <span class="unseen">{texts.final.chosen}</span>}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(([voter, name]) => (
              <tr key={voter}>
                <th scope="row">{name || words.table.nameless}</th>
                {columns.map(({ option, said }) => {
                  const opinion = said.get(voter);
                  return (
                    <td key={option.id} class={opinion ?? ""}>
                      {opinion && (
                        <>
                          <Icon of={opinionIcons[opinion]} />
                          <span class="unseen">{words.vote[opinion]}</span>
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
            <tr>
              <th scope="row">{words.vote.yes}</th>
              {columns.map(({ option, yes }) => (
                <td key={option.id}>{yes}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </div>
  );
}
