import type { Count, RequestClient } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Problem } from "../parts/feedback/problem";
import { momentText } from "../parts/show/dates";
import { numberOr } from "./chart-texts";
import { Grid, Wide } from "./grid";
import type { ResultView } from "./result-view";

interface Props {
  readonly view: ResultView;
  readonly client: () => RequestClient;
  readonly pollId: string;
  /** When the ballots were counted last. */
  readonly at: string;
}

/** While votes come in, the count is read at most this often. */
const EVERY_MS = 3_000;

/** Reads all rounds, which are in several responses where there are many. */
async function readCount(client: RequestClient, poll_id: string, signal: AbortSignal) {
  const from = (round: number) => client.results.count({ poll_id, round }, { signal });
  let count = await from(1);
  while (count.more_rounds !== undefined) {
    const { rounds, more_rounds, counted_at } = await from(count.rounds.length + 1);
    const { more_rounds: _, ...known } = count;
    count =
      counted_at === count.counted_at
        ? { ...known, rounds: [...count.rounds, ...rounds], ...(more_rounds && { more_rounds }) }
        : await from(1);
  }
  return count;
}

/** The rounds of a count as people can follow them: who is elected, a table, and a sentence for each round. */
export function CountRounds({ view, client, pollId, at }: Props) {
  const { texts } = view;
  const title = view.isOver ? texts.count.title : texts.count.titleSoFar;
  const count = useSignal<Count | undefined>(undefined);
  const failed = useSignal(false);
  const readAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const leaving = new AbortController();
    const waitsMs = Math.max(0, readAt.current + EVERY_MS - performance.now());
    const timer = setTimeout(async () => {
      readAt.current = performance.now();
      try {
        count.value = await readCount(client(), pollId, leaving.signal);
        failed.value = false;
      } catch {
        if (!leaving.signal.aborted) failed.value = true;
      }
    }, waitsMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [at]);

  const shown = count.value;
  return (
    <article class="chart count" aria-label={title}>
      <h2>{title}</h2>
      <Problem text={failed.value ? texts.count.failed : undefined} />
      {shown === undefined ? (
        !failed.value && <p class="fine loading">{texts.loading}</p>
      ) : (
        <Steps count={shown} view={view} />
      )}
    </article>
  );
}

interface Shown {
  readonly count: Count;
  readonly view: ResultView;
}

function Steps({ count, view }: Shown) {
  const { texts, words } = view;
  const labels = texts.count;
  const names = new Map(count.ranking.map(({ option_id, name }) => [option_id, name]));
  const when = (moment: string) => momentText(moment, words);
  return (
    <>
      <p>{count.sentence}</p>
      {count.winners.length > 0 && (
        <p>
          {(view.isOver ? labels.elected : labels.ahead)(count.winners.length)}
          {": "}
          <strong>{count.winners.map((id) => names.get(id)).join(", ")}</strong>
        </p>
      )}
      <p class="fine">
        {labels.facts(count.ballots, count.abstaining)}
        {count.quota_decimal !== null && ` · ${labels.quota(numberOr(count.quota_decimal, view))}`}
        {` · ${labels.countedAt(when(count.counted_at))}`}
      </p>
      {count.rounds.length > 0 && (
        <>
          <RoundTable count={count} view={view} />
          <ol class="steps">
            {count.rounds.map(({ sentence }, index) => (
              <li key={index}>
                <strong>{labels.round(index + 1)}</strong> {sentence}
              </li>
            ))}
          </ol>
        </>
      )}
      {count.pairs !== null && count.ballots > 0 && (
        <details>
          <summary>{labels.pairs}</summary>
          <p class="fine">{labels.pairsText}</p>
          <PairTable pairs={count.pairs} names={names} label={labels.pairs} />
        </details>
      )}
      {count.grades !== null && (
        <details open>
          <summary>{labels.grades}</summary>
          <GradeTable count={count} view={view} names={names} />
        </details>
      )}
      {count.seed !== null && <p class="fine">{labels.seed(count.seed)}</p>}
      {count.changes.map(({ at, sentence }) => (
        <p key={at} class="fine">
          {when(at)}: {sentence}
        </p>
      ))}
    </>
  );
}

type Names = ReadonlyMap<string, string>;

/** A row for each option, elected ones first, and a column for each round. */
function RoundTable({ count, view }: Shown) {
  const { texts } = view;
  const labels = texts.count;
  const { rounds } = count;
  const most = Math.max(
    1,
    ...rounds.flatMap(({ tally }) => tally.map(({ votes_decimal }) => votes_decimal)),
  );
  const exhausts = rounds.some(({ exhausted_decimal }) => exhausted_decimal > 0);
  return (
    <Wide label={labels.rounds}>
      <Grid titles={[texts.option, ...rounds.map((_, index) => labels.round(index + 1))]}>
        {count.ranking.map(({ option_id: id, name }) => (
          <tr key={id} class={count.winners.includes(id) ? "won" : undefined}>
            <th scope="row">{name}</th>
            {rounds.map((round, index) => {
              const entry = round.tally.find(({ option_id }) => option_id === id);
              const gained = gainOf(rounds[index - 1], id);
              if (entry === undefined) return <td key={index} />;
              return (
                <td
                  key={index}
                  data-column={labels.round(index + 1)}
                  style={{ "--at": entry.votes_decimal / most }}
                  title={entry.votes}
                >
                  {numberOr(entry.votes_decimal, view)}
                  {gained > 0 && <small> +{numberOr(gained, view)}</small>}
                  {round.elected.includes(id) && (
                    <small> ✓ {view.isOver ? labels.isElected : labels.isAhead}</small>
                  )}
                  {round.eliminated.includes(id) && <small> ✗ {labels.isOut}</small>}
                </td>
              );
            })}
          </tr>
        ))}
        {exhausts && (
          <tr>
            <th scope="row">{labels.exhausted}</th>
            {rounds.map(({ exhausted, exhausted_decimal }, index) => (
              <td key={index} data-column={labels.round(index + 1)} title={exhausted}>
                {numberOr(exhausted_decimal, view)}
              </td>
            ))}
          </tr>
        )}
      </Grid>
    </Wide>
  );
}

/** The votes that an option gets from other options after a round. */
const gainOf = (round: Count["rounds"][number] | undefined, id: string): number =>
  (round?.transfers ?? [])
    .filter(({ to }) => to === id)
    .reduce((sum, { votes_decimal }) => sum + votes_decimal, 0);

function PairTable({
  pairs,
  names,
  label,
}: {
  readonly pairs: NonNullable<Count["pairs"]>;
  readonly names: Names;
  readonly label: string;
}) {
  return (
    <Wide label={label}>
      <Grid titles={[undefined, ...pairs.option_ids.map((id) => names.get(id))]}>
        {pairs.option_ids.map((id, row) => (
          <tr key={id}>
            <th scope="row">{names.get(id)}</th>
            {pairs.option_ids.map((other, column) => {
              const prefer = pairs.ballots[row]?.[column] ?? 0;
              const wins = prefer > (pairs.ballots[column]?.[row] ?? 0);
              return (
                <td key={other} data-column={names.get(other)} style={{ "--at": wins ? 1 : 0 }}>
                  {other === id ? "–" : wins ? <strong>{prefer}</strong> : prefer}
                </td>
              );
            })}
          </tr>
        ))}
      </Grid>
    </Wide>
  );
}

function GradeTable({ count, view, names }: Shown & { readonly names: Names }) {
  const { texts } = view;
  const labels = texts.count;
  const grades = count.grades ?? [];
  const columns = [
    ...new Set(grades.flatMap((each) => each.grades.map(({ grade }) => grade))),
  ].sort((one, other) => other - one);
  return (
    <Wide label={labels.grades}>
      <Grid titles={[texts.option, labels.median, ...columns]}>
        {grades.map(({ option_id: id, median, grades: given }) => (
          <tr key={id}>
            <th scope="row">{names.get(id)}</th>
            <td data-column={labels.median}>
              <strong>{median}</strong>
            </td>
            {columns.map((column) => {
              const ballots = given.find(({ grade }) => grade === column)?.ballots ?? 0;
              return (
                <td
                  key={column}
                  data-column={column}
                  style={{ "--at": ballots / Math.max(1, count.ballots) }}
                >
                  {ballots}
                </td>
              );
            })}
          </tr>
        ))}
      </Grid>
    </Wide>
  );
}
