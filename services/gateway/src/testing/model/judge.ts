import type { Caller, Command, CommandOf } from "./command";
import {
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

/** What the specification says to a command. */
export interface Verdict {
  readonly status: number;
  /** Any of these is right: where several things are wrong, their order is mostly left open. */
  readonly codes?: readonly string[];
  /** Fields that the answer must have with these values. */
  readonly shows?: Readonly<Record<string, unknown>>;
  /** What the command changes, given the id of what it made. */
  readonly apply?: (id: string) => void;
}

type Judge<Name extends Command["do"]> = (model: Model, command: CommandOf<Name>) => Verdict;

const notFound = (...codes: readonly string[]): Verdict => ({ status: 404, codes });

/** The first step where something is wrong answers 422 for it; undefined: nothing is. */
function firstProblem(steps: readonly (readonly string[])[]): Verdict | undefined {
  const codes = steps.find((step) => step.length > 0);
  return codes && { status: 422, codes };
}

const when = (condition: boolean, code: string): readonly string[] => (condition ? [code] : []);

const windowProblems = (model: Model): readonly string[] => [
  ...when(isClosed(model), "poll_closed"),
  ...when(model.settings.allow_voting === false, "voting_not_allowed"),
];

const join: Judge<"join"> = (model, { by }) =>
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

const addOption: Judge<"addOption"> = (model, { by }) => {
  const problems = [
    ...when(isClosed(model), "poll_closed"),
    ...when(model.settings.allow_new_options !== true, "new_options_not_allowed"),
  ];
  return (
    firstProblem(isAdmin(by) ? [] : [problems]) ?? {
      status: 201,
      shows: { position: model.options.length + 1, rating: 0 },
      apply: (id) => {
        model.made.options.push(id);
        model.options.push({ id, maker: by, archived: false, picked: false });
      },
    }
  );
};

const removeOption: Judge<"removeOption"> = (model, { by, option: index }) => {
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

const editOption: Judge<"editOption"> = (model, { option: index, change }) => {
  const id = pick(model, "options", index);
  const option = model.options.find((one) => one.id === id);
  if (option === undefined) return notFound("option_not_found");
  const { archived = option.archived, selected = option.picked } = change;
  return { status: 200, apply: () => Object.assign(option, { archived, picked: selected }) };
};

/** What is wrong with a value (docs/reference/votes.md#kinds-and-values). */
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
      // More than all dots is a wrong value as much as too many.
      const tooMany = value > voterLimit(model) && Number.isInteger(value);
      return value > (most ?? Number.POSITIVE_INFINITY) || !tooMany
        ? whole(0, most ?? Number.POSITIVE_INFINITY)
        : ["invalid", "vote_limit_per_voter_reached"];
    }
  }
}

/** What a vote would break, beside the participant's other votes; it may use as much as before. */
function limitProblems(
  model: Model,
  vote: Omit<ModelVote, "id">,
  replaced: ModelVote | undefined,
): readonly string[] {
  const sameDay = model.votes.filter(({ id, day }) => id !== replaced?.id && day === vote.day);
  const mine = sameDay.filter(({ participant }) => participant === vote.participant);
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

/** The vote of the same participant, day and category that has a rank. */
const rankHolder = (model: Model, vote: Omit<ModelVote, "id">, except?: string) =>
  model.variant.kind !== "Ranked" || vote.value === undefined
    ? undefined
    : model.votes.find(
        ({ id, participant, day, category, value }) =>
          id !== except &&
          participant === vote.participant &&
          day === vote.day &&
          category === vote.category &&
          value === vote.value,
      );

const cast: Judge<"cast"> = (model, command) => {
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
        ...{ voter_id: vote.participant, option_id: vote.option, vote: value },
        ...{ vote_text: null, vote_date: vote.day ?? null },
        ...(category === undefined ? {} : { voting_category_id: category }),
      },
      apply: (id) => {
        model.made.votes.push(id);
        model.votes.push({ id, ...vote });
      },
    }
  );
};

/** Today's vote of that name, with its participant and option (docs/reference/votes.md#vote-per-day). */
function findToday(model: Model, index: number) {
  const id = pick(model, "votes", index);
  const vote = model.votes.find((one) => one.id === id && one.day === today(model));
  const participant = model.participants.find((one) => one.id === vote?.participant);
  const option = model.options.find((one) => one.id === vote?.option);
  return vote && participant && option && { vote, participant, option };
}

const mayTouch = (by: Caller, of: Caller): boolean => by === of || isAdmin(by);

const change: Judge<"change"> = (model, { by: doer, vote: index, value }) => {
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
  return (
    firstProblem([
      [...windowProblems(model), ...when(own, "own_option")],
      valueProblems(model, value),
      limitProblems(others ?? model, changed, vote),
    ]) ?? {
      status: 200,
      shows: { id: vote.id, vote: value, option_id: option.id, vote_date: vote.day ?? null },
      apply: () => {
        if (holder !== undefined) holder.value = vote.value;
        vote.value = value ?? undefined;
        participant.changedByAdmin ||= participant.of !== by;
      },
    }
  );
};

const swap = (votes: readonly ModelVote[], holder: ModelVote, value: number | undefined) =>
  votes.map((vote) => (vote === holder ? { ...vote, value } : vote));

const withdraw: Judge<"withdraw"> = (model, { by: doer, vote: index }) => {
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

const mark: Judge<"mark"> = (model, { participant: index, fraudulent }) => {
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

const leave: Judge<"leave"> = (model, { by, participant: index }) => {
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

const setStatus: Judge<"setStatus"> = (model, { status }) => {
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

/** The moment that a deadline command means; undefined: none. */
export const deadlineOf = ({ now }: Model, inHours: number | null): Date | undefined =>
  inHours === null ? undefined : new Date(now.getTime() + inHours * 3_600_000);

const setDeadline: Judge<"setDeadline"> = (model, { inHours }) => ({
  status: 200,
  apply: () => {
    model.deadline = deadlineOf(model, inHours);
  },
});

const configure: Judge<"configure"> = (model, { settings }) => ({
  status: 200,
  apply: () => {
    model.settings = { ...model.settings, ...settings };
  },
});

const wait: Judge<"wait"> = () => {
  throw new Error("nobody is asked whether time may pass");
};

const judges: { readonly [Name in Command["do"]]: Judge<Name> } = {
  ...{ join, addOption, removeOption, editOption, cast, change, withdraw, mark, leave },
  ...{ setStatus, setDeadline, configure, wait },
};

/** What must be answered to a command now, written from docs/reference and not from the code. */
export const judge = (model: Model, command: Command): Verdict =>
  (judges[command.do] as Judge<Command["do"]>)(model, command as never);
