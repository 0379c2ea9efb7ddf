import type { OptionListItem, ParticipantResponse, Vote } from "@polls/client";
import type { dateFormat } from "@polls/domain/naming";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem, problemText } from "../parts/feedback/problem";
import { allItems } from "../parts/list/all-items";
import { More, usePages } from "../parts/list/pages";
import { answerText } from "../parts/show/answer-text";
import { Quiet } from "../parts/show/button";
import { nameOf as nameIn } from "../parts/show/option-name";
import { pollTypeOf } from "../types/poll-types";
import { readingOf } from "../types/vote-values";
import { pageWords } from "../words";
import { adminWords } from "../words/admin";
import { resultWords } from "../words/results";
import { nameOf } from "./option-name";
import type { PollContext } from "./poll-context";
import { readOutline } from "./survey-outline";

const PER_PAGE = 20;
/** More columns than people can compare; the answers of one person are all shown. */
const COLUMNS_MAX = 100;

/** What participants answer: an option, a question, a row of a matrix, or a step with a drawing. */
interface Column {
  readonly option: OptionListItem;
  readonly name: string;
  /** Of a row of a matrix: what its values 1, 2, 3 … stand for. */
  readonly choices?: readonly string[] | undefined;
}

/** Who answered what: a grid of names and answers, and the answers of one participant with files and drawings. */
export function Responses({ context }: { readonly context: PollContext }) {
  const { words, client, hash, poll } = context;
  const { build } = words;
  const columns = useSignal<readonly Column[] | undefined>(undefined);
  const opened = useSignal<string | undefined>(undefined);
  const pages = usePages<ParticipantResponse>({
    read: (page) => client.responses.list.page({ poll_id: hash, page, per_page: PER_PAGE }),
    keyOf: ({ voter }) => voter.id,
    textOf: (error) => problemText(error, words),
  });
  useEffect(
    () =>
      void pages.attempt(async () => {
        columns.value = await readColumns(context);
        if ((pages.list.value?.page ?? 1) === 1) await pages.readFirst();
      }),
    [poll.value.voters_count],
  );
  const known = pages.list.value;
  const compares = pollTypeOf(poll.value).kind === "pairwise";
  const shown = known?.items.find(({ voter }) => voter.id === opened.value);
  return (
    <>
      <h2>{build.answers}</h2>
      <Problem text={pages.problem.value} />
      {known === undefined && pages.problem.value === undefined && (
        <p class="fine">{words.admin.loading}</p>
      )}
      {known?.total === 0 && <p class="fine">{build.noAnswers}</p>}
      {known !== undefined && known.total > 0 && columns.value !== undefined && (
        <>
          <p class="fine">{build.openAnswers}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll the wide table */}
          <section class="wide" tabIndex={0} aria-label={build.namesAndAnswers}>
            <table class="answers">
              <thead>
                <tr>
                  <th scope="col">{build.participant}</th>
                  {(compares ? [] : columns.value).map(({ option, name }) => (
                    <th key={option.id} scope="col">
                      {name}
                    </th>
                  ))}
                  {compares && <th scope="col">{build.comparisons}</th>}
                </tr>
              </thead>
              <tbody>
                {known.items.map((response) => (
                  <tr key={response.voter.id}>
                    <th scope="row">
                      <Quiet
                        aria-expanded={response.voter.id === opened.value}
                        onClick={() => {
                          const { id } = response.voter;
                          opened.value = opened.value === id ? undefined : id;
                        }}
                      >
                        {response.voter.user_name || build.unnamed}
                      </Quiet>
                    </th>
                    {(compares ? [] : (columns.value ?? [])).map((column) => (
                      <td key={column.option.id}>
                        <Answer column={column} response={response} />
                      </td>
                    ))}
                    {compares && <td>{response.votes_count}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <More pages={pages} text={words.admin.more} />
        </>
      )}
      {shown !== undefined && (
        <OneResponse
          key={shown.voter.id}
          response={shown}
          columns={columns.value ?? []}
          context={context}
        />
      )}
    </>
  );
}

/** Dates that head a narrow column, in the zone of the poll. */
const shortFormat: typeof dateFormat = (wholeDays, { locale, timezone }) =>
  new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(!wholeDays && { hour: "numeric", minute: "2-digit" }),
    timeZone: timezone,
  });

async function readColumns(context: PollContext): Promise<readonly Column[]> {
  const { client, hash, poll } = context;
  if (pollTypeOf(poll.value).kind === "survey") {
    const steps = await readOutline(context);
    return steps.flatMap(({ step, children }): readonly Column[] => {
      if (step.settings?.survey_step_type === "drawing") {
        return [{ option: step, name: nameOf(step, context) }];
      }
      const isMatrix = step.settings?.survey_step_type === "matrix";
      const choices = isMatrix ? step.settings?.allowed_values : undefined;
      return children.map((option) => {
        const name = nameOf(option, context);
        const isSame = name === step.content || children.length === 1;
        return { option, name: isSame ? name : `${step.content}: ${name}`, choices };
      });
    });
  }
  const { items } = await client.options.list.page({
    poll_id: hash,
    per_page: COLUMNS_MAX,
    pair: false,
    settings: true,
    sort: "options.position asc",
  });
  const words = { ...context.words, dateFormat: shortFormat };
  const page = { data: { poll: poll.value }, words };
  return items
    .filter(({ merged_into }) => merged_into === undefined)
    .map((option) => ({ option, name: nameIn(option, page) }));
}

/** The answers of one participant, each with its question. */
function OneResponse({
  response,
  columns,
  context,
}: {
  readonly response: ParticipantResponse;
  readonly columns: readonly Column[];
  readonly context: PollContext;
}) {
  const { words, client, hash, poll } = context;
  const { build } = words;
  const { voter, votes, votes_count: count, files } = response;
  const all = useSignal<readonly Vote[]>(votes);
  const { problem, attempt } = useAttempts((error) => problemText(error, words));
  useEffect(() => {
    if (count === votes.length) return;
    void attempt(
      async () =>
        (all.value = await allItems(client.votes.list.all({ poll_id: hash, voter_id: voter.id }))),
    );
  }, []);
  const whole = { ...response, votes: [...all.value] };
  const attributes = poll.value.settings.additional_attributes ?? {};
  const answered = columns.filter(
    ({ option }) =>
      all.value.some(({ option_id }) => option_id === option.id) ||
      files.some(({ parent_option_id }) => parent_option_id === option.id),
  );
  return (
    <article class="card" aria-label={build.answersOf(voter.user_name || build.unnamed)}>
      <h3>{build.answersOf(voter.user_name || build.unnamed)}</h3>
      <Problem text={problem.value} />
      <dl class="response">
        {Object.entries(voter.additional_attributes ?? {}).map(([id, text]) => (
          <div key={id}>
            <dt>{attributes[id]?.title}</dt>
            <dd>
              {answerText({ input_type: attributes[id]?.type ?? "text" }, text, pageWords.words())}
            </dd>
          </div>
        ))}
        {answered.map((column) => (
          <div key={column.option.id}>
            <dt>{column.name}</dt>
            <dd>
              <Answer column={column} response={whole} />
            </dd>
          </div>
        ))}
      </dl>
      {answered.length === 0 && <p class="fine">{build.noAnswers}</p>}
    </article>
  );
}

/** The answers of a participant to one question: texts, and files that open. */
function Answer({
  column: { option, choices },
  response: { votes, files },
}: {
  readonly column: Column;
  readonly response: ParticipantResponse;
}) {
  const [page, results] = [pageWords.words(), resultWords.words()];
  const { chosen } = adminWords.words().build;
  const drawn = files.filter(({ parent_option_id }) => parent_option_id === option.id);
  if (drawn.length > 0) {
    return (
      <>
        {drawn.map((file) => (
          <FileLink key={file.id} file={file} name={page.upload.file} />
        ))}
      </>
    );
  }
  const texts = votes.flatMap(({ option_id, type, vote, vote_text }): readonly string[] => {
    if (option_id !== option.id || vote === null) return [];
    if (typeof vote === "number" && vote_text !== null) return [vote_text];
    const { unit, textOf } = readingOf({ vote_type: type });
    return typeof vote === "string"
      ? [answerText(option, vote, page)]
      : [
          choices?.[vote - 1] ??
            (unit === "votes" && vote === 1 ? chosen : textOf(vote, page, results)),
        ];
  });
  return <>{texts.join(", ")}</>;
}

/** A file or drawing of a participant. */
function FileLink({ file, name }: { readonly file: OptionListItem; readonly name: string }) {
  const { attachment_original_url: original, attachment_url_thumb: thumb } = file.attachment ?? {};
  const title = file.name ?? file.content ?? name;
  const content = thumb === undefined ? title : <img src={thumb} alt={title} loading="lazy" />;
  if (original === undefined) return content;
  return (
    <a href={original} target="_blank" rel="noreferrer">
      {content}
    </a>
  );
}
