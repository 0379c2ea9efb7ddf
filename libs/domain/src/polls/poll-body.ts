import { z } from "zod";
import {
  absentOrNull,
  email,
  entry,
  ignored,
  lengths,
  listOf,
  optional,
  text,
} from "../input/fields";
import { newOptionsBody } from "../options/new-options";
import { pollTypes } from "../poll-types";
import type { ProblemSentence } from "../refusals/field-problems";
import { words } from "../words";
import { settingNames, settingOf } from "./settings";
import { settingInput, votingCategoriesMeaning } from "./settings-schema";
import type { SettingName } from "./settings-table";

/** The name of a poll in its addresses, instead of a random hash (docs/reference/polls.md#addresses). */
const memberHash = z
  .string()
  .trim()
  .refine(
    (hash) => /^[a-z0-9_-]{4,64}$/.test(hash),
    "must be 4 to 64 of the characters a-z, 0-9, - and _" satisfies ProblemSentence,
  );

const password = text(128);

/** Fields that responses have and clients cannot set. Updates ignore them. */
export const readOnlyPollFields = words(`
  public_url admin_url admin_hash options_count voters_count created_at updated_at url
  configuration_hints creator_email_state voter_required_fields option_required_fields
  decided_at called_off_at deletes_at calendar_url cover waiting_count
`);

/** Settings that responses have and clients cannot set. Updates ignore them. */
export const readOnlySettings = [
  "custom_hash",
  "languages",
  "password_protected",
  "voting_category_ids",
] as const;

const ownFields = {
  title: text().describe("The title of the poll, 1 to 255 characters."),
  type: z
    .enum(pollTypes.names)
    .nullable()
    .describe("The type of the poll, which cannot be changed. Default: `Polls::Voting`."),
  description: text(lengths.long).describe("A text that all readers of the poll see."),
  location: text().describe("The location of the poll's subject, as a text that all readers see."),
  creator_name: text().describe("The name of the poll's author. Only admins see it."),
  creator_email: email.describe(
    "The e-mail address of the poll's author, which gets notifications. Only admins see it.",
  ),
  password: password.describe(
    "Extension, write only: the password that callers send in `X-SERVICE-POLL-PASSWORD`. `null` removes it.",
  ),
  member_hash: memberHash.describe(
    "Extension: the name of the poll in its URLs, 4 to 64 of `a-z 0-9 _ -`. No other poll may have it. Default: 22 random characters.",
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

/** A new poll has no enumerated settings in `poll` (docs/reference/polls.md#enumerated-settings). */
const refusedOnCreate = Object.fromEntries(
  Object.keys(settingFields(true)).map((name) => [
    name,
    z
      .unknown()
      .refine(
        () => false,
        "cannot be set in `poll` on creation: use `settings` beside `poll`, or an update" satisfies ProblemSentence,
      ),
  ]),
);

const newPollFields = {
  ...ownFields,
  member_hash: absentOrNull(memberHash).describe(ownFields.member_hash.description ?? ""),
};

const createPollShape = { ...newPollFields, ...settingFields(false) };

export const updatePollShape = {
  ...ownFields,
  ...settingFields(false),
  ...settingFields(true),
  status: z.enum(["active", "closed"]),
};

/** Fields of `poll` in a create body. What belongs elsewhere is an error that says where to send it. */
export const createPollFields = {
  ...createPollShape,
  ...refusedOnCreate,
  options: z
    .unknown()
    .refine(() => false, "must be sent beside `poll`, not inside it" satisfies ProblemSentence),
};

export const settingsShape = {
  ...settingFields(false),
  ...settingFields(true),
  voting_categories: ownFields.voting_categories,
};

const described = (isChoice: boolean): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.keys(settingFields(isChoice)).map((name) => [name, settingInput(name as SettingName)]),
  );

const title = z.string().min(1).max(lengths.short).describe("The title of the poll.");

const settingsInput = z.strictObject({
  ...optional({ ...described(false), ...described(true) }),
  voting_categories: ownFields.voting_categories.optional(),
  ...ignored(["voting_category_ids", "password_protected", "languages"] as const),
});

/** The bodies in the OpenAPI document; `readCreatePoll` and `readUpdatePoll` read requests. */
export const createPollBody = z
  .strictObject({
    poll: z
      .strictObject({ ...optional({ ...newPollFields, ...described(false) }), title })
      .describe("The poll: its fields and its settings."),
    settings: settingsInput
      .clone()
      .meta({
        id: "CreatePollSettings",
        description:
          "Extension: settings as in responses, including enumerated ones such as `vote_type`. If a setting is also in `poll`, the value there applies.",
      })
      .nullish(),
    options: newOptionsBody.nullish(),
  })
  .meta({
    id: "CreatePoll",
    description:
      "A new poll with its settings and options. If there is any problem, nothing is created.",
  });

const updatedSettings = settingsInput.clone().meta({
  id: "UpdatePollSettings",
  description:
    "Extension: settings as in responses. If a setting is also in `poll`, the value there applies.",
});

export const updatePollBody = z
  .strictObject({
    poll: z
      .strictObject({
        ...ignored([...readOnlyPollFields, ...readOnlySettings]),
        ...optional({ ...ownFields, ...described(false), ...described(true) }),
        status: z
          .enum(["active", "closed"])
          .optional()
          .describe("`closed` ends voting and submissions; `active` opens the poll again."),
        settings: updatedSettings.optional(),
      })
      .describe(
        "The fields to change. Absent fields stay the same. Settings may be here or in `settings`.",
      ),
  })
  .meta({
    id: "UpdatePoll",
    description: "A change of a poll. The whole poll of a response may be sent.",
  });
