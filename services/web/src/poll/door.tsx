import type { Option, OptionListItem } from "@polls/client";
import type { ComponentChildren } from "preact";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem } from "../parts/feedback/problem";
import { hasCome, useMoment } from "../parts/page/clock";
import { nameOf } from "../parts/show/option-name";
import type { Visit } from "../session/visit";
import { optionTypeOf } from "../types/option-types";
import type { Words } from "../words";
import { hasPicture, Picture } from "./media";

/** The data of a door before its start: only its position and its start. */
export const isLocked = (option: OptionListItem): boolean =>
  optionTypeOf(option).door && option.updated_at === undefined;

/** The open door with the latest start; the page shows what is behind it. */
export const newestDoorOf = (options: readonly OptionListItem[]): string | undefined => {
  const open = options.filter((option) => optionTypeOf(option).door && !isLocked(option));
  const startOf = ({ start_date }: OptionListItem) => Date.parse(start_date ?? "") || 0;
  return open.sort((a, b) => startOf(a) - startOf(b)).at(-1)?.id;
};

/** Nearly a year: a door that opens sooner needs no year. */
const SOON_MS = 3e10;

/** When a door opens, as people say it: most open at midnight of their day. */
function openingText(iso: string, { locale }: Words): string {
  const start = new Date(iso);
  const isSoon = start.getTime() - Date.now() < SOON_MS;
  const isMidnight = start.getHours() + start.getMinutes() === 0;
  return start.toLocaleString(locale, {
    day: "numeric",
    month: "long",
    ...(!isSoon && { year: "numeric" }),
    ...(!isMidnight && { hour: "numeric", minute: "numeric" }),
  });
}

/** A locked door. The page requests its content when its start has come; the service decides. */
export function Door({
  option,
  visit,
  onOpened,
}: {
  readonly option: OptionListItem;
  readonly visit: Visit;
  readonly onOpened: (option: Option) => void;
}) {
  const { client, data, pollId, words } = visit;
  const { start_date: start = "" } = option;
  useMoment(start, data);
  const { problem, attempt } = useAttempts(visit.explain);

  const open = (): Promise<void> =>
    attempt(async () => {
      const found = await client().options.show({ poll_id: pollId, id: option.id });
      if (isLocked(found)) problem.value = words.errors.option_not_open;
      else onOpened(found);
    });

  return (
    <li class="door">
      <h2>
        <span class="unseen">{words.calendar.door}</span> {option.position}
      </h2>
      {hasCome(start, data) ? (
        <button type="button" onClick={() => void open()}>
          {words.calendar.open}
        </button>
      ) : (
        <p class="fine">{words.calendar.opens(openingText(start, words))}</p>
      )}
      <Problem text={problem.value} />
    </li>
  );
}

/** An open door. Only one shows all that is behind it; the others show their picture or name. */
export function OpenDoor({
  option,
  visit,
  isNewest,
  children,
}: {
  readonly option: OptionListItem;
  readonly visit: Visit;
  readonly isNewest: boolean;
  readonly children: ComponentChildren;
}) {
  const name = nameOf(option, visit);
  return (
    <details name="doors" open={isNewest}>
      <summary>
        <span class="unseen">{visit.words.calendar.door}</span> <b>{option.position}</b>
        {hasPicture(option) ? <Picture {...{ option, name, visit }} /> : <small>{name}</small>}
      </summary>
      {children}
    </details>
  );
}
