import { NotFoundError, type RatedOption, type Results } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorWords } from "../parts/error-words";
import { pollPath } from "../poll/addresses";
import { Frame } from "../poll/frame";
import { nameOf } from "../poll/option-card";
import { PasswordForm } from "../poll/password-form";
import { Status } from "../poll/status";
import type { Visit } from "../session/visit";
import { type Measure, voteTypeOf } from "../types/vote-types";

const PER_PAGE = 100;

/** The page with the results, which change while one looks at them. */
export function ResultsPage({ visit }: { readonly visit: Visit }) {
  const { data, words, pollId } = visit;
  const { poll } = data;
  return (
    <Frame visit={visit}>
      <p class="of">{words.results.title}</p>
      <h1>{poll.title}</h1>
      <Status visit={visit} />
      <Live visit={visit} />
      <p>
        <a href={pollPath(pollId)}>{words.poll.back}</a>
      </p>
    </Frame>
  );
}

type Problem = { readonly hidden: true } | { readonly text: string };

function Live({ visit }: { readonly visit: Visit }) {
  const { client, data, password, pollId, words } = visit;
  const results = useSignal<Results | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  const attempt = useSignal(0);
  const locked = data.poll.settings.password_protected && data.options === undefined;
  const asksPassword = locked && password.value === undefined;

  useEffect(() => {
    if (asksPassword) return undefined;
    const leaving = new AbortController();
    void follow(leaving.signal);
    return () => leaving.abort();
  }, [asksPassword, attempt.value]);

  async function follow(signal: AbortSignal): Promise<void> {
    problem.value = undefined;
    try {
      const request = { poll_id: pollId, per_page: PER_PAGE };
      for await (const state of client().results.follow(request, { signal })) results.value = state;
    } catch (error) {
      if (signal.aborted) return;
      problem.value =
        error instanceof NotFoundError ? { hidden: true } : { text: errorWords(error, words) };
    }
  }

  if (asksPassword) {
    return <PasswordForm visit={visit} onRight={() => undefined} />;
  }
  const failed = problem.value;
  if (failed !== undefined && "hidden" in failed) {
    return <p class="notice">{words.results.hidden}</p>;
  }
  return (
    <>
      {failed !== undefined && (
        <p class="problem" role="alert">
          {failed.text}{" "}
          <button type="button" class="quiet" onClick={() => attempt.value++}>
            {words.results.retry}
          </button>
        </p>
      )}
      {results.value === undefined ? (
        failed === undefined && <p class="fine">{words.results.loading}</p>
      ) : (
        <Shown results={results.value} visit={visit} live={failed === undefined} />
      )}
    </>
  );
}

function Shown({
  results,
  visit,
  live,
}: {
  readonly results: Results;
  readonly visit: Visit;
  readonly live: boolean;
}) {
  const { data, words } = visit;
  const measure = voteTypeOf(data.poll)?.measure ?? "values";
  const { options } = results;
  const greatest = Math.max(1, ...options.map((option) => shownValue(option, measure)));
  return (
    <>
      <p class="fine" role="status">
        {words.poll.participants(results.voters_count)}
        {live && <span class="live"> ● {words.results.live}</span>}
      </p>
      {options.length === 0 && <p class="notice">{words.results.none}</p>}
      <ol class="bars">
        {options.map((option) => (
          <li key={option.id}>
            <p class="bar-name">
              <span>{nameOf(option, visit)}</span>
              {option.best_rating === true && <strong>{words.results.best}</strong>}
              <span class="bar-value">{numberText(shownValue(option, measure), visit)}</span>
            </p>
            <div class="bar" aria-hidden="true">
              <div
                style={{ width: `${(100 * Math.max(0, shownValue(option, measure))) / greatest}%` }}
              />
            </div>
            <p class="fine">{words.results.votes(option.voter_count)}</p>
          </li>
        ))}
      </ol>
      {options.length > 0 && (
        <details>
          <summary>{words.results.table}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus */}
          <section class="wide" aria-label={words.results.table} tabIndex={0}>
            <Table options={options} visit={visit} />
          </section>
        </details>
      )}
    </>
  );
}

function Table({
  options,
  visit,
}: {
  readonly options: readonly RatedOption[];
  readonly visit: Visit;
}) {
  const { words } = visit;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.results.option}</th>
          <th scope="col">{words.results.voters}</th>
          <th scope="col">{words.results.rating}</th>
          <th scope="col">{words.results.average}</th>
          <th scope="col">{words.results.values}</th>
        </tr>
      </thead>
      <tbody>
        {options.map((option) => (
          <tr key={option.id}>
            <th scope="row">{nameOf(option, visit)}</th>
            <td>{option.voter_count}</td>
            <td>{numberText(option.rating, visit)}</td>
            <td>{numberText(option.average_rating, visit)}</td>
            <td>
              {Object.entries(option.distribution)
                .map(([value, times]) => `${value}: ${times}`)
                .join(", ")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shownValue(option: RatedOption, measure: Measure): number {
  if (measure === "average") return option.average_rating ?? 0;
  if (measure === "rating") return option.rating ?? 0;
  return option.voter_count;
}

const numberText = (value: number | undefined, { words }: Visit): string =>
  value === undefined
    ? "–"
    : new Intl.NumberFormat(words.locale, { maximumFractionDigits: 2 }).format(value);
