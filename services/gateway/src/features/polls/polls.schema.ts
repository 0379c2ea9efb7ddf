import { text } from "@polls/domain/input";
import { creatorStates } from "@polls/domain/mails";
import { pollTypes } from "@polls/domain/poll-types";
import { settingsSchema } from "@polls/domain/polls";
import { z } from "zod";
import { CreatedOptionResponse } from "../options/options.schema";

const requiredFields = (names: readonly [string, ...string[]]) =>
  z.array(
    z.union([
      z.enum(names),
      z.strictObject({
        additional_attributes: z
          .array(z.int())
          .describe("Ids of the required attributes; may be empty."),
      }),
    ]),
  );

const ConfigurationHint = z
  .strictObject({
    description: z
      .string()
      .describe("Extension: what the setting means, and from when it is fixed."),
    allowed_values: z
      .array(z.string().nullable())
      .describe("The values in polls of this type, the default first; null: unset."),
    writable: z.boolean().describe("Whether the type of the poll leaves a choice."),
  })
  .meta({
    id: "ConfigurationHint",
    description: "What an enumerated setting can be in this poll.",
  });

/** What a copy of a poll has of its own. */
export const DuplicatePollBody = z
  .strictObject({
    poll: z
      .strictObject({
        title: text().optional().describe("The title of the copy. Default: that of the poll."),
      })
      .describe("What the copy has of its own.")
      .optional(),
  })
  .meta({
    id: "DuplicatePoll",
    description: "A copy of a poll; without a body it has the same title.",
  });

/** A poll on the wire (docs/reference/polls.md#fields). */
export const PollResponse = z
  .strictObject({
    public_url: z.url().describe("The page of the poll for those who take part."),
    member_hash: z.string().describe("The id of the poll in paths, with the access of a member."),
    title: z.string().describe("What readers call the poll."),
    type: z
      .enum(pollTypes.names as [string, ...string[]])
      .describe("The kind of the poll, which never changes."),
    status: z
      .enum(["active", "closed"])
      .describe("`closed` once an admin closed the poll or `deadline_voting` has passed."),
    admin_url: z.url().optional().describe("Admins only: the page that manages the poll."),
    admin_hash: z
      .string()
      .optional()
      .describe(
        "Owners only: the id of the poll in paths, with the access of an admin; keep it secret.",
      ),
    description: z.string().optional().describe("A text about the poll, when set."),
    location: z.string().optional().describe("Where its subject takes place, when set."),
    options_count: z
      .int()
      .describe("How many top-level options are approved, not archived and paid for."),
    voters_count: z.int().describe("How many participants there are, without pending opt-ins."),
    created_at: z.iso.datetime().describe("When the poll was created."),
    updated_at: z.iso.datetime().describe("When the poll was changed last."),
    url: z.url().describe("The address of the poll in this interface."),
    creator_name: z.string().optional().describe("Admins only: the name of the author, when set."),
    creator_email: z
      .string()
      .optional()
      .describe("Admins only: the e-mail address of the author, when set."),
    creator_email_state: z
      .enum(creatorStates)
      .optional()
      .describe(
        "Extension, admins only: whether the owner of `creator_email` confirmed it, or what became of the mail that asks for it.",
      ),
    settings: settingsSchema,
    configuration_hints: z
      .record(z.string(), ConfigurationHint)
      .optional()
      .describe("Admins only: what each enumerated setting can be in this poll, by its name."),
    voter_required_fields: requiredFields([
      "user_name",
      "optin_email",
      "invitation",
      "terms",
      "privacy_policy",
    ]).describe("What creating a participant demands."),
    option_required_fields: requiredFields([
      "content",
      "attachment",
      "start_date",
      "end_date",
      "data",
      "author_name",
      "description",
      "terms",
      "privacy_policy",
    ]).describe("What creating an option of the poll's `option_type` demands of members."),
  })
  .meta({ id: "Poll", description: "A poll as its reader sees it." });

/** The answer to a creation. */
export const CreatedPollResponse = PollResponse.extend({
  options: z
    .array(CreatedOptionResponse)
    .readonly()
    .optional()
    .describe("Extension: the options that the body created, in its order."),
}).meta({ id: "CreatedPoll", description: "A poll that was created." });
