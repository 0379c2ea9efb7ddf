import { z } from "zod";
import { email, entry, lengths, listOf, text } from "../input/fields";
import { pollTypes } from "../poll-types";
import { settingNames, settingOf } from "./settings";

/** What a poll may be called in addresses instead of its random hash (decisions 3). */
const memberHash = z
  .string()
  .trim()
  .refine(
    (hash) => /^[a-z0-9_-]{4,64}$/.test(hash),
    "must be 4 to 64 of the characters a-z, 0-9, - and _",
  );

const password = text(128);

/** Everything of a poll that is not one of its settings. */
const ownFields = {
  title: text(),
  type: z.enum(pollTypes.names as [string, ...string[]]).nullable(),
  description: text(lengths.long),
  location: text(),
  creator_name: text(),
  creator_email: email,
  password,
  member_hash: memberHash,
  voting_categories: listOf(entry()),
};

const settingFields = (isChoice: boolean): Record<string, z.ZodType> =>
  Object.fromEntries(
    settingNames
      .map((name) => [name, settingOf(name)] as const)
      .filter(([, { kind }]) => kind !== "internal" && (kind === "choice") === isChoice)
      .map(([name, { field }]) => [name, field]),
  );

/** Enumerated settings are the result of an update only (S2.1). */
const refusedOnCreate = Object.fromEntries(
  Object.keys(settingFields(true)).map((name) => [
    name,
    z.unknown().refine(() => false, "cannot be given on create, update the poll to set it"),
  ]),
);

const createPollShape = { ...ownFields, ...settingFields(false) };

export const updatePollShape = {
  ...createPollShape,
  ...settingFields(true),
  status: z.enum(["active", "closed"]),
};

/** What reading a create body tries: the enumerated settings answer with where they are set. */
export const createPollFields = { ...createPollShape, ...refusedOnCreate };

const optional = (shape: Record<string, z.ZodType>) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.optional()]));

/** The bodies as the interface documents them; `readCreatePoll` and `readUpdatePoll` read them. */
export const createPollBody = z.strictObject({
  poll: z.strictObject({
    ...optional(createPollShape),
    title: z.string().min(1).max(lengths.short),
  }),
});

export const updatePollBody = z.strictObject({ poll: z.strictObject(optional(updatePollShape)) });
