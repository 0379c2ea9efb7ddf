import { z } from "zod";
import { email, entry, ignored, lengths, listOf, optional, text } from "../input/fields";
import { pollTypes } from "../poll-types";
import { settingNames, settingOf } from "./settings";

/** A name for the addresses of a poll, in place of its random hash (docs/reference/polls.md#addresses). */
const memberHash = z
  .string()
  .trim()
  .refine(
    (hash) => /^[a-z0-9_-]{4,64}$/.test(hash),
    "must be 4 to 64 of the characters a-z, 0-9, - and _",
  );

const password = text(128);

/** Fields that answers have and bodies cannot write: updates ignore them. */
export const readOnlyPollFields = [
  "public_url",
  "admin_url",
  "admin_hash",
  "options_count",
  "voters_count",
  "created_at",
  "updated_at",
  "url",
  "configuration_hints",
  "creator_email_state",
  "voter_required_fields",
  "option_required_fields",
] as const;

/** Likewise in `settings`. */
export const readOnlySettings = [
  "custom_hash",
  "password_protected",
  "voting_category_ids",
] as const;

/** Fields of a poll that are no settings. */
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

/** Enumerated settings can be set by an update only (docs/reference/polls.md#enumerated-settings). */
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

/** Fields of a create body; each enumerated setting is an error that names the update. */
export const createPollFields = { ...createPollShape, ...refusedOnCreate };

/** The bodies in the OpenAPI document; `readCreatePoll` and `readUpdatePoll` read requests. */
export const createPollBody = z.strictObject({
  poll: z.strictObject({
    ...optional(createPollShape),
    title: z.string().min(1).max(lengths.short),
  }),
});

export const updatePollBody = z.strictObject({
  poll: z.strictObject({
    ...optional(updatePollShape),
    settings: z.record(z.string(), z.unknown()).optional().describe("Extension: as they are read"),
    ...ignored(readOnlyPollFields),
  }),
});
