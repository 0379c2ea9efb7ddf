import type { ParticipantResponse, Results } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Problem } from "../parts/feedback/problem";
import { problemText, useDeskAttempts } from "../parts/feedback/problem-text";
import { usePages } from "../parts/list/pages";
import { Live } from "../results/live";
import { pageWords } from "../words";
import { type Column, readColumns, sortOf } from "./answer-columns";
import { AnswersTable } from "./answers-table";
import { useLiveList } from "./live-list";
import { allPeople, lastRange, readPeople } from "./people-tools";
import { Person } from "./person";
import type { PollContext } from "./poll-context";

interface Props {
  readonly context: PollContext;
  readonly results: Results;
}

/** Who answered what, as one table of names and options with totals, live. */
export const Answers = ({ context }: { readonly context: PollContext }) => (
  <Live
    client={() => context.client}
    pollId={context.hash}
    page={1}
    sort={sortOf(context)}
    words={pageWords.words()}
  >
    {(results) => <People context={context} results={results} />}
  </Live>
);

function People({ context, results }: Props) {
  const { words, poll, changes } = context;
  const { participants: texts } = words;
  const { options_count } = poll.value;
  const asked = useSignal(allPeople);
  const found = useSignal({ of: allPeople, all: 0 });
  const columns = useSignal<readonly Column[] | undefined>(undefined);
  const opened = useSignal<ParticipantResponse | undefined>(undefined);
  const heads = useDeskAttempts();
  const pages = usePages<ParticipantResponse>({
    read: async (page) => {
      const of = asked.value;
      const read = await readPeople(context, columns.value ?? [], of, page);
      if (of === asked.value) found.value = { of, all: read.all };
      return read;
    },
    keyOf: ({ voter }) => voter.id,
    textOf: problemText,
  });
  useEffect(
    () => void heads.attempt(async () => (columns.value = await readColumns(context))),
    [options_count, changes.value],
  );
  useEffect(() => {
    if (asked.value !== allPeople) void pages.reload();
  }, [asked.value]);
  const { of, all } = found.value;
  // The last rows may have been deleted.
  useEffect(() => {
    const { after } = asked.value;
    if (of === asked.value && after > 0 && after >= all)
      asked.value = { ...of, after: lastRange(all) };
  }, [of, all]);
  useLiveList(pages, results, ({ voter }) => voter.mail_state === "queued");
  const known = pages.list.value;
  const openedId = opened.value?.voter.id;
  // A person whom the search no longer finds, or who is now in other rows, stays open.
  const shown = known?.items.find(({ voter }) => voter.id === openedId) ?? opened.value;
  const problem = pages.problem.value ?? heads.problem.value;
  const isEmpty = known?.total === 0 && all === 0 && of.search === "";
  return (
    <>
      <Problem text={problem} />
      {isEmpty && <p class="fine">{texts.none}</p>}
      {(known === undefined || columns.value === undefined) && problem === undefined && (
        <p class="fine">{words.admin.loading}</p>
      )}
      {known !== undefined && !isEmpty && columns.value !== undefined && (
        <AnswersTable
          {...{ context, results, pages, asked }}
          found={all}
          of={of}
          responses={known.items}
          columns={columns.value}
          open={(response) => (opened.value = response)}
        />
      )}
      {known !== undefined && shown !== undefined && (
        <Person
          key={shown.voter.id}
          response={shown}
          columns={columns.value ?? []}
          context={context}
          close={() => (opened.value = undefined)}
          changed={(voter) => {
            const next = voter && { ...shown, voter };
            if (opened.value !== undefined) opened.value = next;
            const changed = next === undefined ? [] : [next];
            pages.change((items) =>
              items.flatMap((each) => (each.voter.id === shown.voter.id ? changed : [each])),
            );
            found.value = { of, all: all + (pages.list.value?.total ?? 0) - known.total };
          }}
        />
      )}
    </>
  );
}
