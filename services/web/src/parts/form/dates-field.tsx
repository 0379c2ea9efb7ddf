import { X } from "virtual:icons";
import { useSignal } from "@preact/signals";
import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import {
  copyTimes,
  type DateDraft,
  type DateForm,
  type DatesDraft,
  dayAfter,
  haveSameTimes,
  hintsOfTime,
  monthAfter,
  nextTime,
  openingMonth,
  optionsOfDates,
  toggleDay,
  weeksOf,
  withTimes,
} from "../../types/date-drafts";
import { adminWords } from "../../words/admin";
import { Problem } from "../feedback/problem";
import { useIsWide } from "../page/use-is-wide";
import { Quiet } from "../show/button";
import { unbroken } from "../show/dates";
import { Icon } from "../show/icon";
import { Field } from "./field";
import { keepingFocus } from "./keeping-focus";
import { localMoment, today } from "./local-moment";
import { Menu } from "./menu";

interface Props {
  readonly dates: DatesDraft;
  readonly change: (dates: DatesDraft) => void;
  readonly form: DateForm;
  /** The zone of the times. */
  readonly timezone: string | undefined;
  /** Absent: the zone is that of a poll which exists. */
  readonly setTimezone?: (timezone: string) => void;
  /** Days that the poll has already. */
  readonly marked?: ReadonlySet<string>;
  /** What is wrong with the dates. */
  readonly problem: string | undefined;
}

const nowIn = (timezone: string | undefined): string =>
  localMoment(new Date().toISOString(), timezone);
const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  unbroken(
    new Intl.DateTimeFormat(adminWords.words().locale, { timeZone: "UTC", ...options }).format(
      new Date(`${day}T00:00Z`),
    ),
  );

/** Several dates at once: the days of a month to press, or of two where there is room for them, their times, and whether they are repeated. */
export function DatesField(props: Props) {
  const { dates, change, form, marked, problem } = props;
  const { build, locale } = adminWords.words();
  const { days, until } = dates;
  const setDays = (chosen: DatesDraft["days"]): void => change({ ...dates, days: chosen });
  const number = optionsOfDates(dates, form).length;
  const first = today();
  const now = nowIn(props.timezone);
  const month = useSignal(openingMonth(days, marked ?? new Set(), first));
  const months = useIsWide().value ? [month.value, monthAfter(month.value, 1)] : [month.value];
  const longDay = (day: string) => format(day, { dateStyle: "full" });
  /** When a time ends that goes past midnight. */
  const endText = (day: string, end: string) =>
    unbroken(
      new Intl.DateTimeFormat(locale, {
        weekday: "long",
        hour: "numeric",
        minute: "2-digit",
        timeZone: "UTC",
      }).format(new Date(`${dayAfter(day, 1)}T${end}Z`)),
    );
  /** The day whose times were changed last: one button gives them to all days. */
  const changed = useSignal<string | undefined>(undefined);
  const source = days.find(({ day }) => day === changed.value) ?? days[0];
  const differ = days.some(({ times }) => !haveSameTimes(times, source?.times ?? []));
  const setTimes = (day: string, times: DateDraft["times"]): void => {
    changed.value = day;
    setDays(withTimes(days, day, times));
  };
  const field = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (problem !== undefined)
      field.current?.querySelector<HTMLElement>(".weeks :enabled")?.focus();
  }, [problem]);
  return (
    <fieldset ref={field} class="entry dates-field">
      <legend>{form === "days" ? build.days : build.daysAndTimes}</legend>
      <div class="months">
        {months.map((each, at) => (
          <Month
            key={at}
            {...props}
            month={each}
            before={
              at === 0 && (
                <Quiet
                  aria-label={build.monthBefore}
                  disabled={month.value <= first.slice(0, 7)}
                  onClick={() => (month.value = monthAfter(month.value, -1))}
                >
                  ‹
                </Quiet>
              )
            }
            after={
              at === months.length - 1 && (
                <Quiet
                  aria-label={build.monthAfter}
                  onClick={() => (month.value = monthAfter(month.value, 1))}
                >
                  ›
                </Quiet>
              )
            }
          />
        ))}
      </div>
      <Problem text={problem} />
      <p class="fine" role="status">
        {build.daysChosen(days.length)}
        {number > days.length && ` · ${build.count("date", number)}`}
      </p>
      {form !== "days" && days.length > 0 && <Zone {...props} />}
      {form !== "days" && (
        <ul class="rows">
          {days.map(({ day, times }) => (
            <li key={day}>
              <div>
                <strong>{longDay(day)}</strong>
                {times.map((time, at) => {
                  const set = (part: Partial<typeof time>) =>
                    setTimes(day, times.toSpliced(at, 1, { ...time, ...part }));
                  return (
                    <div key={at} class="row time">
                      <TimeInput
                        label={build.from(longDay(day))}
                        value={time.start}
                        set={(start) => set({ start })}
                      />
                      <span>
                        {form === "ranges" && (
                          <>
                            <span aria-hidden="true">–</span>
                            <TimeInput
                              label={build.until(longDay(day))}
                              value={time.end}
                              set={(end) => set({ end })}
                            />
                          </>
                        )}
                        <button
                          type="button"
                          class="close"
                          aria-label={build.removeTime(`${longDay(day)}, ${time.start}`)}
                          onClick={({ currentTarget }) =>
                            void keepingFocus(currentTarget, () =>
                              setTimes(day, times.toSpliced(at, 1)),
                            )
                          }
                        >
                          <Icon of={X} />
                        </button>
                      </span>
                      {hintsOfTime(time, { day, form, now }).map((hint) => (
                        <span key={hint} class="fine">
                          {build.hintsOfTime[hint](endText(day, time.end))}
                        </span>
                      ))}
                    </div>
                  );
                })}
              </div>
              <div class="row">
                <Quiet
                  aria-label={build.addTimeTo(longDay(day))}
                  onClick={() => setTimes(day, [...times, nextTime(times)])}
                >
                  {build.addTime}
                </Quiet>
                {differ && day === source?.day && (
                  <Quiet
                    aria-label={build.copyTimesOf(longDay(day))}
                    onClick={({ currentTarget }) => {
                      // The button is gone then.
                      currentTarget.parentElement?.querySelector("button")?.focus();
                      setDays(copyTimes(days, day));
                    }}
                  >
                    {build.copyTimes}
                  </Quiet>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {days.length > 0 && (
        <Field
          label={build.weeklyUntil}
          type="date"
          min={days[0]?.day}
          value={until}
          onChange={({ currentTarget }) => {
            if (currentTarget.validity.valid) change({ ...dates, until: currentTarget.value });
          }}
        />
      )}
    </fieldset>
  );
}

const DAYS_OF_KEYS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
  ["ArrowUp", -7],
  ["ArrowDown", 7],
]);

/** Moves the focus by days and weeks, also to the other month that is shown. */
function moveFocus(event: TargetedKeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: button } = event;
  const days = DAYS_OF_KEYS.get(key);
  if (days === undefined) return;
  event.preventDefault();
  const isMirrored = Math.abs(days) === 1 && button.matches(":dir(rtl)");
  const next = dayAfter(button.dataset["day"] ?? "", isMirrored ? -days : days);
  button.closest(".months")?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
}

/** The days of a month, with the buttons that lead to other months. */
function Month({
  month,
  before,
  after,
  dates,
  change,
  marked,
}: Props & {
  readonly month: string;
  readonly before: ComponentChildren;
  readonly after: ComponentChildren;
}) {
  const { build } = adminWords.words();
  const first = today();
  const chosen = new Set(dates.days.map(({ day }) => day));
  const weeks = weeksOf(month);
  const isOffered = (day: string): boolean => day >= first || chosen.has(day);
  const offered = weeks.flat().filter((day) => day !== undefined && isOffered(day));
  const focused = useSignal("");
  /** The day that the Tab key reaches. Arrow keys lead from it to the others. */
  const stop = offered.includes(focused.value) ? focused.value : offered[0];
  const nameOf = (day: string): string => {
    const name = format(day, { dateStyle: "full" });
    return marked?.has(day) ? `${name}, ${build.dayInPoll}` : name;
  };
  return (
    <div class="month">
      <div class="row">
        {before}
        <strong aria-live="polite">
          {format(`${month}-01`, { month: "long", year: "numeric" })}
        </strong>
        {after}
      </div>
      <div class="weeks">
        {Array.from({ length: 7 }, (_, at) => (
          <span key={at} class="fine" aria-hidden="true">
            {/* The 1st of January 2024 is a Monday. */}
            {format(`2024-01-0${at + 1}`, { weekday: "short" })}
          </span>
        ))}
        {weeks.flat().map((day, at) =>
          day === undefined ? (
            <span key={at} />
          ) : (
            <button
              key={day}
              type="button"
              class={marked?.has(day) ? "quiet marked" : "quiet"}
              aria-pressed={chosen.has(day)}
              aria-label={nameOf(day)}
              disabled={!isOffered(day)}
              data-day={day}
              tabIndex={day === stop ? 0 : -1}
              onFocus={() => (focused.value = day)}
              onKeyDown={moveFocus}
              onClick={() => change({ ...dates, days: toggleDay(dates.days, day) })}
            >
              {Number(day.slice(-2))}
            </button>
          ),
        )}
      </div>
    </div>
  );
}

const zoneName = (timezone: string): string => timezone.replaceAll("_", " ");

/** Names the zone of the times. */
function Zone({ timezone, setTimezone }: Props) {
  const { build } = adminWords.words();
  if (timezone === undefined) return null;
  return setTimezone === undefined ? (
    <p class="fine">{build.timesIn(zoneName(timezone))}</p>
  ) : (
    <Menu
      label={build.timezone}
      values={[...new Set([timezone, ...Intl.supportedValuesOf("timeZone")])]}
      textOf={zoneName}
      value={timezone}
      set={setTimezone}
    />
  );
}

const TimeInput = ({
  label,
  value,
  set,
}: {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}) => (
  <input
    type="time"
    required
    aria-label={label}
    value={value}
    onInput={({ currentTarget }) => {
      if (currentTarget.validity.valid) set(currentTarget.value);
    }}
  />
);
