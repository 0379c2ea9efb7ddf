import { type CommandOf, type Doer, EVER, type ModelCaller } from "./command";
import type { ModelSettings, ModelVariant } from "./variant";

export interface ModelOption {
  readonly id: string;
  readonly maker: ModelCaller;
  archived: boolean;
  picked: boolean;
}

export interface ModelParticipant {
  readonly id: string;
  readonly of: ModelCaller;
  fraudulent: boolean;
  changedByAdmin: boolean;
}

export interface ModelVote {
  readonly id: string;
  readonly participant: string;
  readonly option: string;
  readonly category: number | undefined;
  /** Undefined for an abstention. */
  value: number | undefined;
  /** The day in the poll's time zone, if the poll has `vote_per_day`. */
  readonly day: string | undefined;
}

/** A poll as the specification describes it: plain lists, without stored counts. */
export interface Model {
  readonly variant: ModelVariant;
  settings: ModelSettings;
  closed: boolean;
  deadline: Date | undefined;
  now: Date;
  /** In the order of positions. */
  options: ModelOption[];
  participants: ModelParticipant[];
  votes: ModelVote[];
  /** All objects that ever existed, in the order of creation. */
  readonly made: {
    readonly options: string[];
    readonly participants: string[];
    readonly votes: string[];
  };
}

export const createModel = (variant: ModelVariant, now: Date): Model => ({
  variant,
  settings: variant.settings,
  closed: false,
  deadline: undefined,
  now,
  options: [],
  participants: [],
  votes: [],
  made: { options: [], participants: [], votes: [] },
});

/** The id that a number selects, or an unknown id if there is none. */
export function pick(model: Model, what: keyof Model["made"], n: number): string {
  const ids = n >= EVER ? model.made[what] : model[what].map(({ id }) => id);
  return ids[n % Math.max(ids.length, 1)] ?? "nothing";
}

/** The caller that changes a participant's vote. If the participant does not exist, any caller. */
export const doerOf = (model: Model, by: Doer, participant: string | undefined): ModelCaller =>
  by !== "its owner" ? by : (model.participants.find(({ id }) => id === participant)?.of ?? "ada");

/** The category of a vote. A wrong one does not exist, or is given in a poll without categories. */
export function categoryOf(
  { variant }: Model,
  category: CommandOf<"cast">["category"],
): number | undefined {
  if (category === "wrong") return 3;
  return variant.categories === undefined || category === "missing" ? undefined : category;
}

export const isAdmin = (by: ModelCaller): boolean => by === "owner" || by === "deputy";

/**
 * Members see options that are not archived, and their own options
 * (docs/reference/options.md#visibility).
 */
export const sees = (by: ModelCaller, option: ModelOption): boolean =>
  isAdmin(by) || !option.archived || option.maker === by;

/**
 * The votes of a participant on options that it still sees as a member. Only these bind it
 * (docs/reference/votes.md#options-no-longer-offered).
 */
export function bindingVotes({ votes, options, participants }: Model, participant: string) {
  const of = participants.find(({ id }) => id === participant)?.of;
  const hidden = new Set(
    options.filter(({ archived, maker }) => archived && maker !== of).map(({ id }) => id),
  );
  return votes.filter((vote) => vote.participant === participant && !hidden.has(vote.option));
}

/** The current day in the poll's time zone (docs/reference/votes.md#vote-per-day). */
export function today({ settings, now }: Model): string | undefined {
  if (settings.vote_per_day !== true) return undefined;
  const timeZone = String(settings.timezone ?? "UTC");
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(now);
}

/** Closed by an admin or by the deadline (docs/reference/polls.md#status). */
export const isClosed = ({ closed, deadline, now }: Model): boolean =>
  closed || (deadline !== undefined && now >= deadline);

export const limitOf = ({ settings }: Model, name: string): number | undefined => {
  const value = settings[name];
  return typeof value === "number" ? value : undefined;
};

export const hasCategories = ({ variant }: Model): boolean => variant.categories !== undefined;
