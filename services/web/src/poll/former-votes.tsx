import type { ComponentChildren } from "preact";
import { Quiet } from "../parts/show/button";
import type { Words } from "../words";

/** A vote that can only be taken back. */
export interface FormerVote {
  readonly key: string;
  readonly name: string;
  readonly value?: string | undefined;
  /** Undefined: it cannot be taken back, or it was. */
  readonly takeBack: (() => void) | undefined;
  /** The result of taking it back. */
  readonly state?: ComponentChildren;
}

/**
 * The visitor's votes on what is no longer offered, with buttons to take them back
 * (docs/reference/votes.md#options-no-longer-offered).
 */
export const FormerVotes = ({
  heading,
  votes,
  words,
}: {
  readonly heading: string;
  readonly votes: readonly FormerVote[];
  readonly words: Words;
}) =>
  votes.length === 0 ? null : (
    <section aria-label={heading}>
      <h2>{heading}</h2>
      <ul class="options">
        {votes.map(({ key, name, value, takeBack, state }) => (
          <li key={key} class="option">
            <div class="about">
              <h3>{name}</h3>
              {value !== undefined && <p>{value}</p>}
            </div>
            <div class="row vote">
              {takeBack !== undefined && (
                <Quiet aria-label={`${words.vote.clear}: ${name}`} onClick={takeBack}>
                  {words.vote.clear}
                </Quiet>
              )}
              {state}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
