import { Lock } from "virtual:icons";
import { signal } from "@preact/signals";
import { overOf, replacedBy } from "../ballot/limits";
import { keyOf } from "../ballot/place";
import { Icon } from "../parts/show/icon";
import { Finish } from "../poll/finish";
import type { CastBarProps, FinalVotes, Visit } from "../session/visit";
import { takesEqualRanks } from "../types/counting-methods";
import { onlyChooses } from "../types/vote-types";
import { finalWords } from "../words/final";
import { gatherVotes } from "./uncast-votes";

/** A visit of a poll with final votes. Bought votes are ordered one by one, as elsewhere. */
export async function extendVisit(visit: Visit): Promise<Visit> {
  await finalWords.load(visit.words.locale);
  const { words, data } = visit;
  const { settings } = data.poll;
  const final = finalWords.words();
  const asking = signal(0);
  const extended: Visit = {
    ...visit,
    words: {
      ...words,
      errors: { ...words.errors, ...final.errors },
      participant: {
        ...words.participant,
        get button() {
          return asking.value > 0 ? final.cast(asking.value) : words.participant.button;
        },
      },
      vote: { ...words.vote, ...final.vote },
      survey: { ...words.survey, ...final.survey },
      thanks: { ...words.thanks, ...final.thanks },
      pairwise: { ...words.pairwise, ...final.pairwise },
    },
  };
  if (settings.voting_fee_type === "voting_sell_votes") return extended;
  const equalRanks = takesEqualRanks(settings.counting_method);
  return {
    ...extended,
    finalVotes: {
      gather: (ballot, place) => gatherVotes(ballot, { place, equalRanks, asking }),
      isFixed,
      CastBar: (props) => <CastBar {...props} visit={extended} />,
      seal: ({ id, fixed }) =>
        fixed === true &&
        id !== undefined && (
          <p class="fine seal">
            <Icon of={Lock} /> {final.sealed}
          </p>
        ),
      hint: final.hint,
    },
  };
}

const isFixed: FinalVotes["isFixed"] = ({ marks }, place, rules) => {
  const isFixedAt = (key: string) => marks.value.get(key)?.fixed === true;
  return (
    isFixedAt(keyOf(place)) ||
    (onlyChooses(rules.type) && replacedBy(place, 1, rules, marks.value).map(keyOf).some(isFixedAt))
  );
};

function CastBar({ ballot, rules, bar, visit: { words } }: CastBarProps & { visit: Visit }) {
  const final = finalWords.words();
  const count = ballot.uncast?.count.value ?? 0;
  const over = rules === undefined ? 0 : overOf(rules, ballot.marks.value);
  const marks = [...ballot.marks.value.values()];
  const isCast =
    marks.some(({ id }) => id !== undefined) &&
    marks.every(({ id, fixed }) => id !== undefined || fixed !== true);
  const all = {
    ballot,
    words,
    text: "",
    missing: 0,
    missingText: words.thanks.cast,
    nameOf: () => undefined,
    ...bar,
  };
  if (count === 0) {
    const { answered, of } = bar?.progress ?? { answered: 0, of: 0 };
    const text = [final.kept, ...(answered < of ? [final.open(of - answered)] : [])].join(" ");
    return <Finish {...all} hint={final.hint} {...(isCast && { text })} />;
  }
  return (
    <Finish
      {...all}
      {...(over > 0 && { missing: over, missingText: final.tooMany })}
      label={final.cast(count)}
      hint={final.hint}
      settle={ballot.uncast?.cast}
    />
  );
}
