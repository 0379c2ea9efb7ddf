import { leftOf } from "../ballot/limits";
import { Remaining } from "../ballot/remaining";
import { rulesOf } from "../ballot/rules";
import type { Visit } from "../session/visit";
import { useEntrance } from "./entrance";
import { OptionCard } from "./option-card";

/** Votes on a list of options. */
export function OptionList({ visit }: { readonly visit: Visit }) {
  const { data, words } = visit;
  const { ballot, forms, open, options, problem, load } = useEntrance(visit);
  const rules = rulesOf(data.poll);
  return (
    <>
      {forms}
      {options === undefined ? (
        <p class="notice">{problem ?? words.poll.hidden}</p>
      ) : (
        <>
          {open && <Remaining left={leftOf(rules, ballot.marks.value)} words={words} />}
          {options.items.length === 0 && <p class="notice">{words.poll.noOptions}</p>}
          <ul class="options">
            {options.items.map((option) => (
              <OptionCard
                key={option.id}
                option={option}
                visit={visit}
                voting={{ ballot, open, rules }}
              />
            ))}
          </ul>
          {options.items.length < options.total && (
            <button type="button" class="quiet" onClick={() => void load(options.page + 1)}>
              {words.poll.more}
            </button>
          )}
          {problem !== undefined && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
        </>
      )}
    </>
  );
}
