import { Check } from "virtual:icons";
import { useSignal } from "@preact/signals";
import { Icon } from "../parts/show/icon";
import { adminWords } from "../words/admin";

/** The votes of others, which exist only here. */
const others = [7, 4, 5];

/** A poll to try on the start page: nothing is sent. */
export function TryPoll() {
  const chosen = useSignal<number | undefined>(undefined);
  const { question, options, votes, hint, invitation } = adminWords.words().start.sample;
  const counts = others.map((count, at) => count + (chosen.value === at ? 1 : 0));
  const all = counts.reduce((sum, count) => sum + count, 0);
  return (
    <form class="card try" onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend>{question}</legend>
        {options.map((name, at) => (
          <label key={name} class="row try-option">
            <input
              type="radio"
              name="sample"
              checked={chosen.value === at}
              onChange={() => (chosen.value = at)}
            />
            <span>{name}</span>
            <span class="fine">{chosen.value !== undefined && votes(counts[at] ?? 0)}</span>
            <span class="bar" aria-hidden="true">
              <span
                style={{
                  width: chosen.value === undefined ? "0" : `${(100 * (counts[at] ?? 0)) / all}%`,
                }}
              />
            </span>
          </label>
        ))}
      </fieldset>
      <p class="fine" role="status">
        {chosen.value === undefined ? (
          invitation
        ) : (
          <>
            <Icon of={Check} /> {hint}
          </>
        )}
      </p>
    </form>
  );
}
