import type { CommandOf, ModelCaller, ModelCommand } from "./command";
import {
  bindingVotes,
  categoryOf,
  doerOf,
  hasCategories,
  isAdmin,
  isClosed,
  limitOf,
  type Model,
  type ModelVote,
  pick,
  sees,
  today,
} from "./model";
import { used, voterLimit } from "./rate";

/** The response to a command, as docs/reference specifies it. */
export interface ExpectedAnswer {
  readonly status: number;
  /** Any of these codes is correct, because the order of most checks is not specified. */
  readonly codes?: readonly string[];
  /** Fields with the values that the response must have. */
  readonly shows?: Readonly<Record<string, unknown>>;
  /** Applies the command to the model. `id` is the id of the created object. */
  readonly apply?: (id: string) => void;
}

type Expectation<Name extends ModelCommand["do"]> = (
  model: Model,
  command: CommandOf<Name>,
) => ExpectedAnswer;

const notFound = (...codes: readonly string[]): ExpectedAnswer => ({ status: 404, codes });

/** 422 with the problems of the first step that has any. Undefined without problems. */
function firstProblem(steps: readonly (readonly string[])[]): ExpectedAnswer | undefined {
  const codes = steps.find((step) => step.length > 0);
  return codes && { status: 422, codes };
}

const when = (condition: boolean, code: string): readonly string[] => (condition ? [code] : []);

const windowProblems = (model: Model): readonly string[] => [
  ...when(isClosed(model), "poll_closed"),
  ...when(model.settings.allow_voting === false, "voting_not_allowed"),
];

const join: Expectation<"join"> = (model, { by }) =>
  firstProblem([
    [
      ...when(isClosed(model), "poll_closed"),
      ...when(
        model.settings.participant_limitation_type === "check_user" &&
          model.participants.some(({ of }) => of === by),
        "already_participating",
      ),
    ],
  ]) ?? {
    status: 201,
    shows: { user_name: by, changed_by_admin: false },
    apply: (id) => {
      model.made.participants.push(id);
      model.participants.push({ id, of: by, fraudulent: false, changedByAdmin: false });
    },
  };

const addOption: Expectation<"addOption"> = (model, { by }) => {
  const problems = [
    ...when(isClosed(model), "poll_closed"),
    ...when(model.settings.allow_new_options !== true, "new_options_not_allowed"),
  ];
  return (
    firstProblem(isAdmin(by) ? [] : [problems]) ?? {
      status: 201,
      shows: { position: model.options.filter((one) => sees(by, one)).length + 1, rating: 0 },
      apply: (id) => {
        model.made.options.push(id);
        model.options.push({ id, maker: by, archived: false, picked: false });
      },
    }
  );
};

const removeOption: Expectation<"removeOption"> = (model, { by, option: index }) => {
  const id = pick(model, "options", index);
  const option = model.options.find((one) => one.id === id);
  if (option === undefined || !sees(by, option)) return notFound("option_not_found");
  if (!isAdmin(by) && option.maker !== by) return { status: 422, codes: ["not_yours"] };
  const problems = [
    ...when(isClosed(model), "poll_closed"),
    ...when(
      model.votes.some((vote) => vote.option === id),
      "has_votes",
    ),
  ];
  return (
    firstProblem(isAdmin(by) ? [] : [problems]) ?? {
      status: 204,
      apply: () => {
        model.options = model.options.filter((one) => one.id !== id);
        model.votes = model.votes.filter((vote) => vote.option !== id);
      },
    }
  );
};

const editOption: Expectation<"editOption"> = (model, { option: index, change }) => {
  const id = pick(model, "options", index);
  const option = model.options.find((one) => one.id === id);
  if (option === undefined) return notFound("option_not_found");
  const { archived = option.archived, selected = option.picked } = change;
  return { status: 200, apply: () => Object.assign(option, { archived, picked: selected }) };
};

/** The problems of a value (docs/reference/votes.md#vote-types-and-values). */
function valueProblems(model: Model, value: number | null): readonly string[] {
  if (value === null) return [];
  const most = limitOf(model, "vote_limit_per_option");
  const whole = (from: number, to: number) =>
    when(!(Number.isInteger(value) && value >= from && value <= to), "invalid");
  switch (model.variant.kind) {
    case "Boolean":
      return whole(-1, 1);
    case "Up":
      return whole(0, 1);
    case "Rating":
      return whole(0, most ?? 5);
    case "Ranked":
      return whole(1, model.options.filter(({ archived }) => !archived).length);
    case "Dot": {
      // A value above the number of all dots is invalid, and also exceeds the limit.
      const tooMany = value > voterLimit(model) && Number.isInteger(value);
      return value > (most ?? Number.POSITIVE_INFINITY) || !tooMany
        ? whole(0, most ?? Number.POSITIVE_INFINITY)
        : ["invalid", "vote_limit_per_voter_reached"];
    }
  }
}

/**
 * The limits that a vote would exceed, together with the participant's other votes on options that
 * are still offered. A changed vote may use as much as before.
 */
function limitProblems(
  model: Model,
  vote: Omit<ModelVote, "id">,
  replaced: ModelVote | undefined,
): readonly string[] {
  const sameDay = model.votes.filter(({ id, day }) => id !== replaced?.id && day === vote.day);
  const binding = bindingVotes(model, vote.participant);
  const mine = sameDay.filter((one) => binding.includes(one));
  const use = used(model, [...mine, vote]);
  const before = used(model, replaced === undefined ? mine : [...mine, replaced]);
  const place = limitOf(model, "limit_per_option");
  const takers = sameDay
    .filter(({ option, value = 0 }) => option === vote.option && value > 0)
    .map(({ participant }) => participant);
  const hasPlace = takers.includes(vote.participant) || (replaced?.value ?? 0) > 0;
  return [
    ...when(use > before && use > voterLimit(model), "vote_limit_per_voter_reached"),
    ...when(
      place !== undefined && (vote.value ?? 0) > 0 && !hasPlace && new Set(takers).size + 1 > place,
      "limit_per_option_reached",
    ),
  ];
}

/** The vote with this rank of the same participant, day and category. */
function rankHolder(model: Model, vote: Omit<ModelVote, "id">, except?: string) {
  if (model.variant.kind !== "Ranked" || vote.value === undefined) return undefined;
  const asked = { ...model, votes: [...model.votes, { ...vote, id: "asked" }] };
  const binding = bindingVotes(asked, vote.participant);
  if (!binding.some(({ id }) => id === "asked")) return undefined;
  return binding.find(
    ({ id, option, day, category, value }) =>
      id !== except &&
      option !== vote.option &&
      day === vote.day &&
      category === vote.category &&
      value === vote.value,
  );
}

const cast: Expectation<"cast"> = (model, command) => {
  const { value } = command;
  const participant = model.participants.find(
    ({ id }) => id === pick(model, "participants", command.participant),
  );
  const option = model.options.find(({ id }) => id === pick(model, "options", command.option));
  const by = doerOf(model, command.by, participant?.id);
  const category = categoryOf(model, command.category);
  if (participant === undefined || option === undefined || !sees(by, option)) {
    return notFound(
      ...when(participant === undefined, "participant_not_found"),
      ...when(option === undefined || !sees(by, option), "option_not_found"),
    );
  }
  if (participant.of !== by) return { status: 403 };
  const vote = {
    participant: participant.id,
    option: option.id,
    category,
    value: value ?? undefined,
    day: today(model),
  };
  const first = model.votes.find(
    (one) =>
      one.participant === vote.participant &&
      one.option === vote.option &&
      one.category === vote.category &&
      one.day === vote.day,
  );
  const own = model.settings.prevent_vote_for_own_options === true && option.maker === by;
  const wrongCategory = hasCategories(model)
    ? !model.variant.categories?.some(({ id }) => id === category)
    : category !== undefined;
  return (
    firstProblem([
      [...windowProblems(model), ...when(own, "own_option")],
      [...valueProblems(model, value), ...when(wrongCategory, "invalid")],
      when(first !== undefined, "already_voted"),
      [
        ...when(rankHolder(model, vote) !== undefined, "rank_taken"),
        ...limitProblems(model, vote, undefined),
      ],
    ]) ?? {
      status: 201,
      shows: {
        voter_id: vote.participant,
        option_id: vote.option,
        vote: value,
        vote_text: null,
        vote_date: vote.day ?? null,
        ...(category === undefined ? {} : { voting_category_id: category }),
      },
      apply: (id) => {
        model.made.votes.push(id);
        model.votes.push({ id, ...vote });
      },
    }
  );
};

/**
 * Today's vote that a number selects, with its participant and option
 * (docs/reference/votes.md#vote-per-day).
 */
function findToday(model: Model, index: number) {
  const id = pick(model, "votes", index);
  const vote = model.votes.find((one) => one.id === id && one.day === today(model));
  const participant = model.participants.find((one) => one.id === vote?.participant);
  const option = model.options.find((one) => one.id === vote?.option);
  return vote && participant && option && { vote, participant, option };
}

const mayTouch = (by: ModelCaller, of: ModelCaller): boolean => by === of || isAdmin(by);

/** An unchanged value is valid under any bounds (docs/reference/votes.md#changing-a-vote). */
const change: Expectation<"change"> = (model, { by: doer, vote: index, value }) => {
  const found = findToday(model, index);
  const by = doerOf(model, doer, found?.participant.id);
  if (found === undefined || !mayTouch(by, found.participant.of)) return notFound("vote_not_found");
  const { vote, participant, option } = found;
  if (participant.of !== by && model.variant.type !== "Polls::Voting") {
    return { status: 422, codes: ["not_changeable"] };
  }
  if (!sees(by, option)) return notFound("vote_not_found");
  const own =
    model.settings.prevent_vote_for_own_options === true && option.maker === participant.of;
  const changed = { ...vote, value: value ?? undefined };
  const holder = rankHolder(model, changed, vote.id);
  const others = holder && { ...model, votes: swap(model.votes, holder, vote.value) };
  const isSame = changed.value === vote.value;
  return (
    firstProblem([
      [...windowProblems(model), ...when(own, "own_option")],
      isSame ? [] : valueProblems(model, value),
      limitProblems(others ?? model, changed, vote),
    ]) ?? {
      status: 200,
      shows: { id: vote.id, vote: value, option_id: option.id, vote_date: vote.day ?? null },
      apply: () => {
        if (holder !== undefined) holder.value = vote.value;
        vote.value = value ?? undefined;
        participant.changedByAdmin ||= !isSame && participant.of !== by;
      },
    }
  );
};

const swap = (votes: readonly ModelVote[], holder: ModelVote, value: number | undefined) =>
  votes.map((vote) => (vote === holder ? { ...vote, value } : vote));

const withdraw: Expectation<"withdraw"> = (model, { by: doer, vote: index }) => {
  const found = findToday(model, index);
  const by = doerOf(model, doer, found?.participant.id);
  if (found === undefined || !mayTouch(by, found.participant.of)) return notFound("vote_not_found");
  const { vote, participant } = found;
  return (
    firstProblem(isAdmin(by) ? [] : [windowProblems(model)]) ?? {
      status: 204,
      apply: () => {
        model.votes = model.votes.filter((one) => one !== vote);
        participant.changedByAdmin ||= participant.of !== by;
      },
    }
  );
};

const mark: Expectation<"mark"> = (model, { participant: index, fraudulent }) => {
  const id = pick(model, "participants", index);
  const participant = model.participants.find((one) => one.id === id);
  if (participant === undefined) return notFound("participant_not_found");
  return {
    status: 200,
    shows: { fraudulent },
    apply: () => {
      participant.fraudulent = fraudulent;
    },
  };
};

const leave: Expectation<"leave"> = (model, { by, participant: index }) => {
  const id = pick(model, "participants", index);
  const participant = model.participants.find((one) => one.id === id);
  if (participant === undefined) return notFound("participant_not_found");
  const mayGo = isAdmin(by) || (participant.of === by && windowProblems(model).length === 0);
  if (!mayGo) return { status: 403 };
  return {
    status: 204,
    apply: () => {
      model.participants = model.participants.filter((one) => one !== participant);
      model.votes = model.votes.filter((vote) => vote.participant !== id);
    },
  };
};

const setStatus: Expectation<"setStatus"> = (model, { status }) => {
  const isOver = model.deadline !== undefined && model.now >= model.deadline;
  if (status === "active" && isOver) return { status: 422 };
  return {
    status: 200,
    shows: { status },
    apply: () => {
      model.closed = status === "closed";
    },
  };
};

/** The deadline that a command sets, if any. */
export const deadlineOf = ({ now }: Model, inHours: number | null): Date | undefined =>
  inHours === null ? undefined : new Date(now.getTime() + inHours * 3_600_000);

const setDeadline: Expectation<"setDeadline"> = (model, { inHours }) => ({
  status: 200,
  apply: () => {
    model.deadline = deadlineOf(model, inHours);
  },
});

/**
 * Whether a stored vote violates the bounds of `after` (docs/reference/polls.md#fixed-settings).
 */
function storedVotesBreak(model: Model, after: Model): boolean {
  const { kind } = model.variant;
  if (kind !== "Rating" && kind !== "Dot") return false;
  const most = limitOf(after, "vote_limit_per_option") ?? (kind === "Rating" ? 5 : undefined);
  const tooHigh =
    limitOf(model, "vote_limit_per_option") !== limitOf(after, "vote_limit_per_option") &&
    model.votes.some(({ value = 0 }) => most !== undefined && value > most);
  const overspent =
    kind === "Dot" &&
    voterLimit(after) < voterLimit(model) &&
    model.votes.some(({ participant, day }) => {
      const ballot = model.votes.filter(
        (vote) => vote.participant === participant && vote.day === day,
      );
      return used(model, ballot) > voterLimit(after);
    });
  return tooHigh || overspent;
}

const configure: Expectation<"configure"> = (model, { settings }) => {
  const after = { ...model, settings: { ...model.settings, ...settings } };
  return (
    firstProblem([when(storedVotesBreak(model, after), "invalid")]) ?? {
      status: 200,
      apply: () => {
        model.settings = after.settings;
      },
    }
  );
};

const wait: Expectation<"wait"> = () => {
  throw new Error("a wait command sends no request");
};

const expectations: { readonly [Name in ModelCommand["do"]]: Expectation<Name> } = {
  join,
  addOption,
  removeOption,
  editOption,
  cast,
  change,
  withdraw,
  mark,
  leave,
  setStatus,
  setDeadline,
  configure,
  wait,
};

/** The expected response to a command, derived from docs/reference and not from the code. */
export const expectedAnswer = (model: Model, command: ModelCommand): ExpectedAnswer =>
  (expectations[command.do] as Expectation<ModelCommand["do"]>)(model, command as never);
