import type { VoteType } from "./vote-type";

/** The values that most numeric vote types share. */
export const plainNumberVote = {
  simple: true,
  carries: "number",
  zero: "is a value",
  takesOther: false,
  maySell: true,
  compares: false,
  isAbstention: ({ value }) => value === undefined,
  meaning: () => "number",
  isNo: () => false,
  score: ({ value }) => value ?? 0,
  scale: undefined,
  limitUse: ({ value }) => (value === undefined || value === 0 ? 0 : 1),
  limitAddsUp: false,
  defaultLimitPerVoter: undefined,
  takesPlace: ({ value }) => value !== undefined && value > 0,
  unique: false,
  ratedBy: "total",
  bestBy: "rating",
  ballots: undefined,
  mark: ({ value }) => value,
  resistance: "rating",
} as const satisfies Omit<VoteType, "name" | "takes" | "read">;

/** The values that textual vote types share. */
export const textualVote = {
  ...plainNumberVote,
  carries: "text",
  zero: undefined,
  maySell: false,
  isAbstention: ({ text }) => text === undefined,
  meaning: () => "text",
  score: ({ text }) => (text === undefined ? 0 : 1),
  limitUse: ({ text }) => (text === undefined ? 0 : 1),
  takesPlace: ({ text }) => text !== undefined,
  bestBy: undefined,
} as const satisfies Omit<VoteType, "name" | "takes" | "read">;

const approval: VoteType["mark"] = ({ value }) => (value === 1 ? 1 : undefined);

/** For types whose 1 is a yes, and an approval. */
export const approvals = { ballots: "approvals", mark: approval } as const;

/** For types where 0 is an abstention (docs/reference/votes.md#abstentions). */
export const zeroAbstains: VoteType["isAbstention"] = ({ value }) =>
  value === undefined || value === 0;
