import type { ModelCommand } from "./command";
import { type ModelVariant, variants } from "./variant";

const variantNamed = (name: string): ModelVariant => {
  const found = variants.find((variant) => variant.name === name);
  if (found === undefined) throw new Error(`no variant is named ${name}`);
  return found;
};

const cast = (participant: number, option: number, value: number): ModelCommand => ({
  do: "cast",
  by: "its owner",
  participant,
  option,
  value,
  category: 1,
});

/** Fixed sequences that are tried first: former failures and cases that are easy to get wrong. */
export const examples: [ModelVariant, ModelCommand[]][] = [
  // A rank becomes an abstention, and an abstention gets that rank. Then an option is removed.
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
  // After midnight in Auckland, an hour later, participants have new votes and options have new
  // places.
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
  // The limit of dots cannot be set below what one participant has spent. Smaller votes free dots.
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
  // Votes on an archived option bind only its author. They bind again when it is offered again.
  [
    variantNamed("ranks"),
    [
      cast(0, 1, 1),
      cast(1, 1, 1),
      { do: "editOption", by: "owner", option: 1, change: { archived: true } },
      cast(0, 0, 1),
      cast(1, 0, 1),
      cast(0, 2, 2),
      { do: "change", by: "owner", vote: 0, value: 2 },
      { do: "editOption", by: "owner", option: 1, change: { archived: false } },
      { do: "change", by: "its owner", vote: 0, value: 1 },
    ],
  ],
  [
    variantNamed("yes and no, few votes and few places"),
    [
      cast(0, 0, 1),
      cast(0, 1, 1),
      { do: "editOption", by: "owner", option: 1, change: { archived: true } },
      cast(0, 2, 1),
      { do: "editOption", by: "owner", option: 1, change: { archived: false } },
      { do: "addOption", by: "owner" },
      cast(0, 3, 1),
      { do: "withdraw", by: "its owner", vote: 0 },
      { do: "withdraw", by: "its owner", vote: 0 },
      cast(0, 3, 1),
    ],
  ],
  // A rank may be sent again unchanged, even if it is above the number of options that are left.
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
