import type { Option, OptionListItem } from "@polls/client";
import { type Ballot, keyOf, noMark } from "../ballot/ballot";
import { leftOf } from "../ballot/limits";
import { leftText, Undo } from "../ballot/remaining";
import { picksOf } from "../ballot/rules";
import { useRanking, withLine } from "../ballot/use-ranking";
import { nameOf } from "../parts/show/option-name";
import { FormerOptions } from "../poll/former-options";
import { OptionContent, VoteOn } from "../poll/vote-on";
import { VoteState } from "../poll/vote-state";
import type { Visit } from "../session/visit";
import { rulesOfChildren } from "./steps";

interface Props {
  readonly step: Option;
  readonly children: readonly OptionListItem[];
  readonly visit: Visit;
  readonly ballot: Ballot;
  readonly open: boolean;
}

/** The options of a step, each with its control. */
export function OptionsOfStep({ step, children, visit, ballot, open }: Props) {
  const { data, words } = visit;
  const rules = rulesOfChildren({ step, children }, data.poll);
  const { ranking, options, line } = useRanking(ballot, rules, children, open, words);
  const left = leftOf(rules, ballot.marks.value);
  const isRow = picksOf(rules, data.poll) !== undefined;
  const voting = { ballot, open, rules, ranking, put: () => undefined };
  return (
    <>
      {ranking !== undefined && <p class="fine">{words.vote.moveHint}</p>}
      {open && left !== undefined && (
        <p class="left" role="status">
          {leftText(left, words)}
        </p>
      )}
      {children.length === 0 && <p class="notice">{words.poll.noOptions}</p>}
      <ul class="options">
        {withLine(
          options.map(({ public_url: _elsewhere, ...option }) => (
            <li
              key={option.id}
              class={isRow ? "option choice-row" : "option"}
              data-option={option.id}
            >
              <OptionContent option={option} visit={visit} heading="h3" isRow={isRow} />
              <VoteOn {...{ option, visit, voting }} />
            </li>
          )),
          line,
        )}
      </ul>
      <FormerOptions {...{ visit, voting }} slots={children} parentId={step.id} />
      {open && (
        <p class="undo-place">
          <Undo
            ballot={ballot}
            nameOf={(id) => {
              const option = children.find((child) => child.id === id);
              return option && nameOf(option, visit);
            }}
          />
        </p>
      )}
    </>
  );
}

/** Rows with the same columns to choose from: `allowed_values` of the step, as 1, 2, 3 … */
export function Matrix({ step, children, visit, ballot, open }: Props) {
  const { words } = visit;
  const { allowed_values: columns = [], value_labels: labels } = step.settings ?? {};
  return (
    <div class="matrix">
      {children.map(({ id, content }) => {
        const place = { optionId: id };
        const mark = ballot.marks.value.get(keyOf(place)) ?? noMark;
        return (
          <div key={id} data-option={id}>
            <fieldset class="choices" disabled={!open || mark.fixed === true}>
              <legend>{content}</legend>
              {columns.map((column, at) => (
                <label key={column} class="choice">
                  <input
                    type="radio"
                    name={id}
                    checked={mark.value === at + 1}
                    onChange={() => ballot.vote(place, at + 1)}
                  />
                  <span>{labels?.[column] ?? column}</span>
                </label>
              ))}
            </fieldset>
            <VoteState mark={mark} words={words} />
          </div>
        );
      })}
    </div>
  );
}
