import type { VoteType } from "./vote-type";

/** What most votes that are a number answer; each type spreads it and says what it is. */
export const numberVote = {
  simple: true,
  carries: "number",
  maySell: true,
  compares: false,
  isAbstention: ({ value }) => value === undefined,
  isNo: () => false,
  score: ({ value }) => value ?? 0,
  limitUse: ({ value }) => (value === undefined || value === 0 ? 0 : 1),
  limitAddsUp: false,
  defaultLimitPerVoter: undefined,
  takesPlace: ({ value }) => value !== undefined && value > 0,
  unique: false,
  ratedBy: "total",
  bestBy: "rating",
  resistance: "rating",
} as const satisfies Omit<VoteType, "name" | "read">;

/** What votes that are a text answer. */
export const textualVote = {
  ...numberVote,
  carries: "text",
  maySell: false,
  isAbstention: ({ text }) => text === undefined,
  score: ({ text }) => (text === undefined ? 0 : 1),
  limitUse: ({ text }) => (text === undefined ? 0 : 1),
  takesPlace: ({ text }) => text !== undefined,
  bestBy: undefined,
} as const satisfies Omit<VoteType, "name" | "read">;

/** A 0 that takes the vote back. */
export const zeroAbstains: VoteType["isAbstention"] = ({ value }) =>
  value === undefined || value === 0;
