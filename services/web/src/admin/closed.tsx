import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Ask } from "../parts/feedback/ask";
import { SavedField } from "../parts/form/saved-field";
import { Quiet } from "../parts/show/button";
import { momentText } from "../parts/show/dates";
import { COLUMNS_MAX, sortOf } from "./answer-columns";
import { afterClosing, hasEnded } from "./closing";
import { nameOf } from "./option-name";
import type { PollContext } from "./poll-context";
import { linkToSetting } from "./setting-entry";

/** The names of the final dates. */
function useDecided(context: PollContext): readonly string[] {
  const { client, hash, poll, changes } = context;
  const { decided_at } = poll.value;
  const names = useSignal<readonly string[]>([]);
  useEffect(() => {
    if (decided_at === undefined) {
      names.value = [];
      return;
    }
    const read = client.options.list.page({
      poll_id: hash,
      per_page: COLUMNS_MAX,
      sort: sortOf(context),
    });
    void read.then(
      ({ items }) =>
        (names.value = items
          .filter(({ decided }) => decided)
          .map((option) => nameOf(option, context))),
      () => undefined,
    );
  }, [decided_at, changes.value]);
  return names.value;
}

/** What a closed poll no longer does, and how it is opened again. */
export function Closed({ context }: { readonly context: PollContext }) {
  const { words, poll } = context;
  const { admin } = words;
  const { deletes_at } = poll.value;
  const dates = useDecided(context);
  return (
    <div class="notice row">
      <p>
        {admin.closed}
        {dates.length > 0 && ` ${words.decision.chosen(dates.join(", "), dates.length)}`}
        {deletes_at !== undefined && ` ${admin.deletes(momentText(deletes_at, words))}`}
      </p>
      {hasEnded(context) ? (
        <a class="button quiet" href={linkToSetting("deadline_voting")}>
          {admin.moveEnd}
        </a>
      ) : (
        <CloseButton context={context} />
      )}
    </div>
  );
}

/** Closes the poll, or opens it again. */
export function CloseButton({
  context: { words, poll, update },
}: {
  readonly context: PollContext;
}) {
  const isClosed = poll.value.status === "closed";
  const consequence = afterClosing(poll.value, words);
  if (!isClosed && consequence !== undefined) {
    return (
      <Ask
        button={words.admin.close}
        look="change"
        text={`${words.closing.votes} ${consequence}`}
        act={() => update({ status: "closed" })}
      />
    );
  }
  return (
    <SavedField field="status">
      {(save) => (
        <Quiet onClick={() => save(() => update({ status: isClosed ? "active" : "closed" }))}>
          {isClosed ? words.admin.reopen : words.admin.close}
        </Quiet>
      )}
    </SavedField>
  );
}
