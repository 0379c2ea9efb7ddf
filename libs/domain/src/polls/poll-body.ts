import { z } from "zod";
import { email, entry, ignored, lengths, listOf, optional, text } from "../input/fields";
import { newOptionsBody } from "../options/new-options";
import { pollTypes } from "../poll-types";
import type { ProblemSentence } from "../refusals/field-problems";
import { settingNames, settingOf } from "./settings";
import { settingInput, votingCategoriesMeaning } from "./settings-schema";
import type { SettingName } from "./settings-table";

/** A name for the addresses of a poll, in place of its random hash (docs/reference/polls.md#addresses). */
const memberHash = z
  .string()
  .trim()
  .refine(
    (hash) => /^[a-z0-9_-]{4,64}$/.test(hash),
    "must be 4 to 64 of the characters a-z, 0-9, - and _" satisfies ProblemSentence,
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
  title: text().describe("What readers call the poll, 1 to 255 characters."),
  type: z
    .enum(pollTypes.names as [string, ...string[]])
    .nullable()
    .describe("The kind of the poll, which never changes. Default: `Polls::Voting`."),
  description: text(lengths.long).describe("A text that all readers of the poll see."),
  location: text().describe(
    "Where the poll's subject takes place, as a text that all readers see.",
  ),
  creator_name: text().describe("The name of the poll's author, which admins see."),
  creator_email: email.describe(
    "The e-mail address of the poll's author, which admins see; it gets notifications.",
  ),
  password: password.describe(
    "Extension, write only: what voters send in `X-SERVICE-POLL-PASSWORD`; null removes it.",
  ),
  member_hash: memberHash.describe(
    "Extension: the name of the poll in its addresses, 4 to 64 of `a-z 0-9 _ -`; it must be free. Default: 22 random characters.",
  ),
  voting_categories: listOf(entry()).describe(votingCategoriesMeaning),
};

const settingFields = (isChoice: boolean): Record<string, z.ZodType> =>
  Object.fromEntries(
    settingNames
      .map((name) => [name, settingOf(name)] as const)
      .filter(([, { kind }]) => kind !== "internal" && (kind === "choice") === isChoice)
      .map(([name, { field }]) => [name, field]),
  );

/** In `poll`, enumerated settings are for updates only (docs/reference/polls.md#enumerated-settings). */
const refusedOnCreate = Object.fromEntries(
  Object.keys(settingFields(true)).map((name) => [
    name,
    z
      .unknown()
      .refine(
        () => false,
        "cannot be given in `poll` on create, but in `settings` beside it, or by an update" satisfies ProblemSentence,
      ),
  ]),
);

const createPollShape = { ...ownFields, ...settingFields(false) };

export const updatePollShape = {
  ...createPollShape,
  ...settingFields(true),
  status: z.enum(["active", "closed"]),
};

/** Fields of a create body; each enumerated setting is an error that names its place. */
export const createPollFields = { ...createPollShape, ...refusedOnCreate };

/** Fields of the extension object `settings` in bodies. */
export const settingsShape = {
  ...settingFields(false),
  ...settingFields(true),
  voting_categories: ownFields.voting_categories,
};

const described = (isChoice: boolean): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.keys(settingFields(isChoice)).map((name) => [name, settingInput(name as SettingName)]),
  );

const title = z.string().min(1).max(lengths.short).describe("What readers call the poll.");

const settingsInput = z.strictObject({
  ...optional({ ...described(false), ...described(true) }),
  voting_categories: ownFields.voting_categories.optional(),
  ...ignored(["voting_category_ids", "password_protected"] as const),
});

/** The bodies in the OpenAPI document; `readCreatePoll` and `readUpdatePoll` read requests. */
export const createPollBody = z
  .strictObject({
    poll: z
      .strictObject({ ...optional({ ...ownFields, ...described(false) }), title })
      .describe("The poll: `title`, its other fields, and its settings beside them."),
    settings: settingsInput
      .clone()
      .meta({
        id: "CreatePollSettings",
        description:
          "Extension: settings as they are read, enumerated ones such as `vote_type` too. A setting that stands in `poll` too has that value.",
      })
      .optional(),
    options: newOptionsBody.optional(),
  })
  .meta({
    id: "CreatePoll",
    description: "A new poll, with its settings and options: all of it is created, or nothing.",
  });

const updatedSettings = settingsInput.clone().meta({
  id: "UpdatePollSettings",
  description:
    "Extension: settings as they are read. A setting that stands in `poll` too has that value.",
});

export const updatePollBody = z
  .strictObject({
    poll: z
      .strictObject({
        ...optional({ ...ownFields, ...described(false), ...described(true) }),
        status: z
          .enum(["active", "closed"])
          .optional()
          .describe("`closed` ends voting and submissions; `active` opens the poll again."),
        settings: updatedSettings.optional(),
        ...ignored(readOnlyPollFields),
      })
      .describe("What changes; what is left out stays. Settings stand here, or in `settings`."),
  })
  .meta({ id: "UpdatePoll", description: "A change of a poll. A poll may be sent back whole." });
