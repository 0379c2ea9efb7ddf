import type { DecisionRecipients, OptionListItem, Poll } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Ask } from "../parts/feedback/ask";
import { Problem } from "../parts/feedback/problem";
import { useDeskAttempts } from "../parts/feedback/problem-text";
import { Check } from "../parts/form/check";
import { allItems } from "../parts/list/all-items";
import { fileNameOf, saveFile } from "../parts/page/save-file";
import { Quiet } from "../parts/show/button";
import { Copy } from "../parts/show/copy";
import { byBeginning } from "../parts/show/option-name";
import { PER_PAGE } from "../results/live";
import { bestText } from "../results/result-view";
import { isOfDates } from "../types/option-types";
import type { AdminWords } from "../words/admin";
import { afterClosing } from "./closing";
import { nameOf } from "./option-name";
import type { PollContext } from "./poll-context";
import { type Total, totalsOf } from "./totals";

/** Chooses the final dates of a poll of dates. Nothing in other polls. */
export const Decision = ({ context }: { readonly context: PollContext }) =>
  isOfDates(context.poll.value) ? <FinalDates context={context} /> : null;

function FinalDates({ context }: { readonly context: PollContext }) {
  const { words, client, hash, poll, changes } = context;
  const { decision: texts } = words;
  const dates = useSignal<readonly OptionListItem[]>([]);
  const reach = useSignal<DecisionRecipients | undefined>(undefined);
  const totals = useSignal<ReadonlyMap<string, Total>>(new Map());
  const told = useSignal<string | undefined>(undefined);
  /** The dates that the last change on this page took back. */
  const former = useSignal<readonly OptionListItem[]>([]);
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const { busy, problem, attempt } = useDeskAttempts();
  const isDecided = poll.value.decided_at !== undefined;
  const isClosed = poll.value.status === "closed";

  async function load(): Promise<void> {
    const all = await allItems(client.options.list.all({ poll_id: hash }));
    const found = all.filter(
      ({ start_date, archived, approval_state: state }) =>
        start_date !== undefined && archived !== true && state !== "unreviewed",
    );
    reach.value = await client.polls.decision.recipients({ poll_id: hash });
    const results = await client.results.show({ poll_id: hash, per_page: PER_PAGE });
    totals.value = totalsOf(results, poll.value);
    dates.value = byBeginning(found);
    chosen.value = new Set(found.filter(({ decided }) => decided).map(({ id }) => id));
  }
  useEffect(() => void attempt(load), []);

  async function change(act: () => Promise<unknown>): Promise<void> {
    told.value = undefined;
    const before = dates.value.filter(({ decided }) => decided);
    await act();
    poll.value = await client.polls.show({ poll_hash: hash });
    changes.value++;
    await attempt(load);
    const holds = new Set(dates.value.flatMap(({ id, decided }) => (decided ? [id] : [])));
    former.value = before.filter(({ id }) => !holds.has(id));
    const { recipients: mailed } = reach.value ?? {};
    // The text for the others says that they left no address.
    told.value = typeof mailed === "number" ? texts.sent(mailed) : undefined;
  }
  const decide = () => {
    const option_ids = [...chosen.value];
    return change(() => client.polls.decision.make({ poll_id: hash, body: { option_ids } }));
  };
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
  const { recipients, without_address: untold } = reach.value ?? {};
  const decides = texts[isDecided ? "change" : "decide"](recipients ?? undefined);
  // The service may not tell the numbers.
  const mails =
    typeof recipients === "number" && typeof untold === "number"
      ? texts.mails(recipients, untold)
      : undefined;
  const hasUntold = typeof untold === "number" && untold > 0;
  const tells = [mails, hasUntold ? texts.textFollows : undefined];
  const decided = dates.value.filter((option) => isDecided && option.decided === true);
  const namesOf = (options: readonly OptionListItem[]) =>
    options.map((option) => nameOf(option, context));
  /** Not every program for messages shows what keeps the parts of a date in one line. */
  const plainNamesOf = (options: readonly OptionListItem[]) =>
    namesOf(options).map((name) => name.replaceAll(/\s/g, " ").replaceAll("\u2060", ""));
  const ticked = dates.value.filter(({ id }) => chosen.value.has(id));
  const isSame = dates.value.every(
    ({ id, decided }) => chosen.value.has(id) === (decided === true),
  );
  return (
    <section aria-labelledby="decision">
      <h2 id="decision">{texts.title}</h2>
      <p>{isDecided ? texts[isClosed ? "decided" : "reopened"] : texts.text}</p>
      {dates.value.length === 0 && <p class="fine">{busy.value ? "" : texts.none}</p>}
      <div class="card" hidden={dates.value.length === 0}>
        <fieldset class="plain">
          <legend>{texts.dates}</legend>
          {dates.value.map((option) => (
            <Check
              key={option.id}
              label={
                <>
                  {nameOf(option, context)}{" "}
                  {totals.value.get(option.id)?.isBest && (
                    <span class="chip done">{bestText(poll.value)}</span>
                  )}
                </>
              }
              checked={chosen.value.has(option.id)}
              set={(isChosen) => choose(option.id, isChosen)}
            />
          ))}
        </fieldset>
        <p class="row">
          <Ask
            button={decides}
            look="main"
            disabled={busy.value || chosen.value.size === 0 || isSame}
            text={[
              texts.chosen(namesOf(ticked).join(", "), ticked.length),
              ...(isClosed ? [] : [words.closing.votes]),
              ...tells,
              afterClosing(poll.value, words),
            ]
              .filter((text) => text !== undefined)
              .join(" ")}
            act={decide}
          />
          {isDecided && (
            <>
              <Quiet disabled={busy.value} onClick={() => void save()}>
                {texts.file}
              </Quiet>
              <Ask
                button={texts.withdraw}
                disabled={busy.value}
                text={[texts.withdrawText, ...tells].filter((text) => text !== undefined).join(" ")}
                act={() => change(() => client.polls.decision.withdraw({ poll_id: hash }))}
              />
            </>
          )}
        </p>
        <p role="status">{told.value}</p>
        {hasUntold && decided.length + former.value.length > 0 && (
          <>
            <p>{texts[decided.length > 0 ? "untold" : "untoldOff"](untold)}</p>
            <Copy
              label={texts.messageLabel}
              rows={5}
              text={messageOf(poll.value, plainNamesOf(decided), plainNamesOf(former.value), texts)}
            />
          </>
        )}
      </div>
      <Problem text={problem.value} />
    </section>
  );
}

/**
 * What the owner sends to participants without an address: the dates, those that no longer hold, the place, the page,
 * and the calendar. Without dates: which are called off, and the page.
 */
function messageOf(
  { title, location, public_url, calendar_url }: Poll,
  dates: readonly string[],
  former: readonly string[],
  texts: AdminWords["decision"],
): string {
  const noLonger = former.join("; ");
  if (dates.length === 0) return [`${title}: ${texts.calledOff(noLonger)}`, public_url].join("\n");
  return [
    `${title}: ${dates.join("; ")}`,
    ...(former.length === 0 ? [] : [texts.noLonger(noLonger)]),
    ...(location === undefined ? [] : [texts.place(location)]),
    public_url,
    ...(calendar_url === undefined ? [] : [texts.calendar(calendar_url)]),
  ].join("\n");
}
