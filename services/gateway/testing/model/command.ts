import fc from "fast-check";

/**
 * The owner by the private token, another account, a visitor with a public token, and a caller with
 * the admin hash.
 */
export const callers = ["owner", "ada", "eve", "deputy"] as const;
export type ModelCaller = (typeof callers)[number];

/** One of the callers, or the owner of the command's participant. */
export type Doer = ModelCaller | "its owner";

/**
 * Objects are given by numbers (`pick`). A category is given by its id, or is one of two wrong
 * ones.
 */
export type ModelCommand =
  | { readonly do: "join" | "addOption"; readonly by: ModelCaller }
  | { readonly do: "removeOption"; readonly by: ModelCaller; readonly option: number }
  | {
      readonly do: "editOption";
      readonly by: ModelCaller;
      readonly option: number;
      readonly change: { readonly archived?: boolean; readonly selected?: boolean };
    }
  | {
      readonly do: "cast";
      readonly by: Doer;
      readonly participant: number;
      readonly option: number;
      readonly value: number | null;
      readonly category: 1 | 2 | "wrong" | "missing";
    }
  | {
      readonly do: "change";
      readonly by: Doer;
      readonly vote: number;
      readonly value: number | null;
    }
  | { readonly do: "withdraw"; readonly by: Doer; readonly vote: number }
  | {
      readonly do: "mark";
      readonly by: ModelCaller;
      readonly participant: number;
      readonly fraudulent: boolean;
    }
  | { readonly do: "leave"; readonly by: ModelCaller; readonly participant: number }
  | { readonly do: "setStatus"; readonly status: "active" | "closed" }
  | { readonly do: "setDeadline"; readonly inHours: number | null }
  | {
      readonly do: "configure";
      readonly settings: Readonly<Record<string, number | boolean | string | null>>;
    }
  | { readonly do: "wait"; readonly hours: number };

export type CommandOf<Name extends ModelCommand["do"]> = Extract<
  ModelCommand,
  { readonly do: Name }
>;

/**
 * Numbers from here on select among all objects that ever existed. Smaller numbers select among
 * those that exist now.
 */
export const EVER = 100;

const index = fc.oneof(
  { weight: 12, arbitrary: fc.nat(5) },
  { weight: 1, arbitrary: fc.nat(11).map((n) => EVER + n) },
);
const anyCaller = fc.constantFrom(...callers);
const doer: fc.Arbitrary<Doer> = fc.oneof(
  { weight: 9, arbitrary: fc.constant("its owner" as const) },
  { weight: 1, arbitrary: anyCaller },
);
const admin = fc.constantFrom<ModelCaller>("owner", "deputy");
const value = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(1, 1, 1, 1, -1, 0, 2, 3) },
  { weight: 3, arbitrary: fc.integer({ min: -2, max: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, 11, 0.5) },
);
const category: fc.Arbitrary<CommandOf<"cast">["category"]> = fc.oneof(
  { weight: 15, arbitrary: fc.constantFrom(1, 2) },
  { weight: 1, arbitrary: fc.constantFrom("wrong", "missing") },
);
const limit = fc.constantFrom(null, 1, 2, 3, 5);

const settings = fc.oneof(
  limit.map((vote_limit_per_voter) => ({ vote_limit_per_voter })),
  limit.map((limit_per_option) => ({ limit_per_option })),
  limit.map((vote_limit_per_option) => ({ vote_limit_per_option })),
  fc.constantFrom(true, true, false).map((allow_voting) => ({ allow_voting })),
  fc.boolean().map((allow_new_options) => ({ allow_new_options })),
  fc.boolean().map((prevent_vote_for_own_options) => ({ prevent_vote_for_own_options })),
  fc.constantFrom("average_by_voted", "average_by_all").map((rating_method) => ({ rating_method })),
  fc.constantFrom("best_option", "lowest_resistance").map((target) => ({ target })),
);

const named = <Name extends ModelCommand["do"]>(name: Name) => ({ do: fc.constant(name) });

/** Commands about votes, of which sequences mostly consist. */
const votingCommand: fc.Arbitrary<CommandOf<"cast" | "change" | "withdraw">> = fc.oneof<
  fc.WeightedArbitrary<CommandOf<"cast" | "change" | "withdraw">>[]
>(
  {
    weight: 10,
    arbitrary: fc.record({
      ...named("cast"),
      by: doer,
      participant: index,
      option: index,
      value,
      category,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ ...named("change"), by: doer, vote: index, value }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ ...named("withdraw"), by: doer, vote: index }),
  },
);

/** Commands that add, change and remove everything but votes. */
const chores = {
  join: fc.record({ ...named("join"), by: anyCaller }),
  addOption: fc.record({ ...named("addOption"), by: anyCaller }),
  removeOption: fc.record({ ...named("removeOption"), by: anyCaller, option: index }),
  archive: fc.record({
    ...named("editOption"),
    by: admin,
    option: index,
    change: fc.boolean().map((archived) => ({ archived })),
  }),
  mark: fc.record({
    ...named("mark"),
    by: admin,
    participant: index,
    fraudulent: fc.boolean(),
  }),
  leave: fc.record({ ...named("leave"), by: anyCaller, participant: index }),
};

const pickOption = fc.record({
  ...named("editOption"),
  by: admin,
  option: index,
  change: fc.boolean().map((selected) => ({ selected })),
});

/** All commands of the sequential test. */
export const command: fc.Arbitrary<ModelCommand> = fc.oneof<fc.WeightedArbitrary<ModelCommand>[]>(
  { weight: 24, arbitrary: votingCommand },
  { weight: 2, arbitrary: chores.join },
  { weight: 2, arbitrary: chores.addOption },
  { weight: 1, arbitrary: chores.removeOption },
  { weight: 2, arbitrary: chores.archive },
  { weight: 1, arbitrary: pickOption },
  { weight: 2, arbitrary: chores.mark },
  { weight: 1, arbitrary: chores.leave },
  {
    weight: 1,
    arbitrary: fc.record({
      ...named("setStatus"),
      status: fc.constantFrom<("active" | "closed")[]>("active", "active", "active", "closed"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...named("setDeadline"),
      inHours: fc.constantFrom(null, null, null, 4, 30),
    }),
  },
  { weight: 2, arbitrary: fc.record({ ...named("configure"), settings }) },
  { weight: 2, arbitrary: fc.record({ ...named("wait"), hours: fc.integer({ min: 1, max: 14 }) }) },
);

/** The commands of concurrent clients: mainly votes, and no changes of the rules for votes. */
export type ConcurrentCommand = Exclude<
  ModelCommand,
  { readonly do: "setStatus" | "setDeadline" | "configure" | "wait" }
>;

export const concurrentCommand: fc.Arbitrary<ConcurrentCommand> = fc.oneof<
  fc.WeightedArbitrary<ConcurrentCommand>[]
>(
  { weight: 30, arbitrary: votingCommand },
  { weight: 1, arbitrary: chores.join },
  { weight: 1, arbitrary: chores.addOption },
  { weight: 1, arbitrary: chores.removeOption },
  { weight: 1, arbitrary: chores.archive },
  { weight: 3, arbitrary: chores.mark },
  { weight: 1, arbitrary: chores.leave },
);

/** The start of every sequence: three participants and three options. */
export const opening: readonly ConcurrentCommand[] = [
  { do: "join", by: "owner" },
  { do: "join", by: "ada" },
  { do: "join", by: "eve" },
  { do: "addOption", by: "owner" },
  { do: "addOption", by: "ada" },
  { do: "addOption", by: "deputy" },
];
