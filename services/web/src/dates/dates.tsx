import type { OptionListItem, Poll, Vote } from "@polls/client";
import { dateFormat } from "@polls/domain/naming";
import { type Choice, choiceOf, type Opinion } from "@polls/domain/vote-values";
import { computed, type ReadonlySignal, type Signal, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { opinionIcons } from "../ballot/controls";
import { freePlacesOf, takesPlace } from "../ballot/free-places";
import { keyOf } from "../ballot/place";
import { Icon } from "../parts/show/icon";
import { nameOf } from "../parts/show/option-name";
import { ANSWERS_MAX, type Answers, readAnswers } from "../session/read-answers";
import type { OwnVotes, Visit } from "../session/visit";
import { bestIn } from "../types/best";
import { optionClassOf, optionTypeOf } from "../types/option-types";
import { voteTypeOf } from "../types/vote-types";
import type { Words } from "../words";
import { type SignUpWords, signUpWords } from "../words/signup";
import { overlap } from "./overlaps";
import { Tell } from "./tell";

interface Shown {
  readonly visit: Visit;
  readonly texts: SignUpWords;
  readonly zone: ReadonlySignal<string>;
}

/** A visit of a poll of dates, whose times are at first in the zone of the visitor. */
export function datesVisit(before: Visit): Visit {
  const texts = signUpWords.words();
  const answers = signal<Answers | undefined>(undefined);
  const zone = computed(() => before.zone.value ?? ownZone());
  const { options, results } = before.data;
  const known = options?.items ?? results?.options ?? [];
  const areNear = known.length > 0 && known.every(isNear);
  /** Times without the name of the zone, which stands above all of them; near ones fit into one line. */
  const formatInZone: typeof dateFormat = (wholeDays, reader) => {
    const format = dateFormat(wholeDays, reader);
    if (wholeDays) return format;
    if (areNear) return shortFormat(reader, zone.value);
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
      zoneText: () => zoneText(zone.value, visit),
      Zone: () => <Zone {...{ visit, zone }} />,
      Note: (props) => <Note {...props} {...{ visit, texts, zone }} />,
      Overview: (props) => <Overview {...props} {...{ visit, texts, zone, answers }} />,
      Tell: () => <Tell {...{ visit, texts }} />,
    },
  };
  return visit;
}

const NEAR_MS = 180 * 86_400_000;
/** Whether its date is understood without its year. */
const isNear = ({ start_date = "" }: Pick<OptionListItem, "start_date">): boolean =>
  Math.abs(Date.parse(start_date) - Date.now()) < NEAR_MS;

const shortFormat = ({ locale }: Pick<Words, "locale">, timeZone: string) =>
  new Intl.DateTimeFormat(locale, { ...shortDay, ...shortTime, weekday: "short", timeZone });

const shortDay = { day: "numeric", month: "short" } as const;
const shortTime = { hour: "numeric", minute: "2-digit" } as const;

/** The lines of a narrow column: weekday, day, and time. */
const linesOf = (locale: string, wholeDays: boolean, timeZone: string) =>
  [{ weekday: "short" } as const, shortDay, ...(wholeDays ? [] : [shortTime])].map(
    (line) => new Intl.DateTimeFormat(locale, { ...line, timeZone }),
  );

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Says in which zone times are. */
const zoneText = (timeZone: string, { words }: Visit): string =>
  signUpWords
    .words()
    .zone(
      new Intl.DateTimeFormat(words.locale, { timeZone, timeZoneName: "longGeneric" })
        .formatToParts()
        .find(({ type }) => type === "timeZoneName")?.value,
    );

/** There is a choice only where the zone of the poll is another one. */
function Zone({ visit, zone }: Pick<Shown, "visit" | "zone">) {
  const { data, zone: chosen } = visit;
  if (optionTypeOf({ type: optionClassOf(data.poll) }).wholeDays) return null;
  const textOf = (timeZone: string): string => zoneText(timeZone, visit);
  const own = ownZone();
  const { timezone = own } = data.poll.settings;
  return textOf(own) === textOf(timezone) ? (
    <p class="fine">{textOf(own)}</p>
  ) : (
    <p class="field">
      <select
        aria-label={textOf(zone.value)}
        value={zone.value}
        onChange={({ currentTarget: { value } }) => (chosen.value = value)}
      >
        {[own, timezone].map((each) => (
          <option key={each} value={each}>
            {textOf(each)}
          </option>
        ))}
      </select>
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

function Note({
  option,
  marks,
  visit,
  texts,
}: Shown & { readonly option: OptionListItem; readonly marks: OwnVotes }) {
  const { data } = visit;
  const isYes = (each: OptionListItem) => opinionOf(ownValue(marks, each), visit) === "yes";
  const others = (data.options?.items ?? []).filter(
    (each) => each.id !== option.id && isYes(option) && isYes(each) && overlap(each, option),
  );
  const free = freePlacesOf(option, data.votes, takesPlace(ownValue(marks, option)));
  return (
    <>
      {free !== undefined && option.places !== undefined && (
        <p class="chip">{texts.free(free, option.places)}</p>
      )}
      <p class="clash" role="status">
        {others.length > 0 && texts.overlaps(others.map((each) => nameOf(each, visit)).join("; "))}
      </p>
    </>
  );
}

async function readRanks({ client, pollId: poll_id }: Visit): Promise<readonly OptionListItem[]> {
  const items: OptionListItem[] = [];
  for await (const item of client().options.list.all({ poll_id })) items.push(item);
  return items;
}

function Overview({
  marks,
  options,
  visit,
  texts,
  answers,
  zone,
}: Shown & {
  readonly marks: OwnVotes;
  readonly options: readonly OptionListItem[];
  readonly answers: Signal<Answers | undefined>;
}) {
  const { words, data, participant } = visit;
  const { settings, voters_count, status, decided_at } = data.poll;
  const hasVoted = [...marks.value.values()].some(({ id }) => id);
  // Absent: the votes of the visitor decide.
  const readsVotes = data.readsResults ?? hasVoted;
  const showsAnswers = readsVotes && voters_count * options.length <= ANSWERS_MAX;
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
    void readRanks(visit).then(show, () => undefined);
    return () => {
      isLatest = false;
    };
  }, [own, showsBest, data.poll]);
  const { names, votes } = answers.value ?? {};
  if (names === undefined || votes === undefined) return null;
  const ownId = participant.value?.id ?? "";
  const current = [
    ...votes.filter(({ voter_id }) => voter_id !== ownId),
    ...options.map((option) => ({
      voter_id: ownId,
      option_id: option.id,
      vote: savedValue(marks, option),
    })),
  ];
  const voteOf = new Map(
    current.map(({ voter_id, option_id, vote }) => [`${voter_id} ${option_id}`, vote]),
  );
  const columns = options.map((option) => {
    const given = current.filter(({ option_id }) => option_id === option.id);
    const yes = given.filter(({ vote }) => opinionOf(vote, visit) === "yes").length;
    return { option, yes };
  });
  const yesOf = new Map(columns.map(({ option, yes }) => [option.id, yes]));
  const bestIds = bestIn(ranked.value, ({ id }) => (yesOf.get(id) ?? 0) > 0);
  const best = hasBest ? columns.filter(({ option }) => bestIds.has(option.id)) : [];
  const rows = [...names].filter(([id]) => id !== ownId);
  if (hasVoted) rows.unshift([ownId, texts.you]);
  const areDays = options.every((option) => optionTypeOf(option).wholeDays);
  const lines = linesOf(words.locale, areDays, areDays ? (settings.timezone ?? "UTC") : zone.value);
  return rows.length === 0 ? null : (
    <>
      <h2>{texts.whoCan}</h2>
      {best.length > 0 && (
        <p>
          {(status === "closed" ? texts.bestOfAll : texts.best)(
            best.map(({ option }) => nameOf(option, visit)).join("; "),
          )}{" "}
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
              {columns.map((column) => {
                const { id, start_date = "", end_date = start_date } = column.option;
                return (
                  <th key={id} scope="col" class={best.includes(column) ? "best" : ""}>
                    {lines.map((line, at) => (
                      <span key={at}>
                        {line.formatRange(new Date(start_date), new Date(end_date))}{" "}
                      </span>
                    ))}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(([voter, name]) => (
              <tr key={voter}>
                <th scope="row">{name || words.table.nameless}</th>
                {options.map(({ id }) => {
                  const opinion = opinionOf(voteOf.get(`${voter} ${id}`), visit);
                  return (
                    <td key={id} class={opinion ?? ""}>
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
    </>
  );
}
