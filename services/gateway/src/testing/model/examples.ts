import type { ModelCommand } from "./command";
import { type ModelVariant, variants } from "./variant";

const variantNamed = (name: string): ModelVariant => {
  const found = variants.find((variant) => variant.name === name);
  if (found === undefined) throw new Error(`no variant is named ${name}`);
  return found;
};

const cast = (participant: number, option: number, value: number): ModelCommand => ({
  ...{ do: "cast", by: "its owner", participant, option, value, category: 1 },
});

/** Sequences that are tried first, each time: what was found once, and what is easily got wrong. */
export const examples: [ModelVariant, ModelCommand[]][] = [
  // A rank moves to an abstention, and the abstention to the rank; then an option leaves the field.
  [
    variantNamed("ranks"),
    [
      cast(0, 0, 1),
      cast(0, 1, 2),
      { do: "change", by: "its owner", vote: 1, value: null },
      { do: "change", by: "its owner", vote: 1, value: 1 },
      { do: "editOption", by: "owner", option: 2, change: { archived: true } },
      { do: "mark", by: "owner", participant: 0, fraudulent: true },
      { do: "mark", by: "deputy", participant: 0, fraudulent: false },
    ],
  ],
  // Midnight in Auckland, an hour later, gives new votes and new places.
  [
    variantNamed("yes and no, a vote a day, the fewest noes win"),
    [
      cast(0, 0, 1),
      cast(1, 0, 1),
      cast(1, 0, -1),
      { do: "wait", hours: 1 },
      cast(1, 0, 1),
      { do: "change", by: "its owner", vote: 0, value: -1 },
      { do: "leave", by: "ada", participant: 1 },
    ],
  ],
  // Dots cannot become fewer than one participant has spent; votes that are made smaller free them.
  [
    variantNamed("dots"),
    [
      cast(0, 0, 4),
      cast(0, 1, 4),
      { do: "configure", settings: { vote_limit_per_voter: 5 } },
      { do: "change", by: "its owner", vote: 0, value: 1 },
      { do: "configure", settings: { vote_limit_per_voter: 5 } },
      cast(0, 2, 1),
      { do: "configure", settings: { vote_limit_per_voter: null } },
      cast(0, 2, 2),
      { do: "removeOption", by: "owner", option: 1 },
      cast(0, 1, 3),
    ],
  ],
  // A rank that is sent again as it is stays right, also above the number of options that are left.
  [
    variantNamed("ranks a day, few places"),
    [
      cast(0, 1, 3),
      { do: "removeOption", by: "owner", option: 0 },
      { do: "change", by: "its owner", vote: 0, value: 3 },
      cast(0, 0, 1),
    ],
  ],
];
