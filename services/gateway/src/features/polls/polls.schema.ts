import { text } from "@polls/domain/input";
import { creatorStates } from "@polls/domain/mails";
import { fileInJson, WAITING_MAX } from "@polls/domain/options";
import { pollTypes } from "@polls/domain/poll-types";
import { settingsSchema } from "@polls/domain/polls";
import { z } from "zod";
import { field, named, object } from "../../http/replies/schema-parts";
import { AttachmentResponse, mediaFields } from "../options/option-files.schema";
import { CreatedOptionResponse } from "../options/options.schema";

const requiredFields = (names: readonly [string, ...string[]]) =>
  z.array(
    z.union([
      z.enum(names),
      z.strictObject({
        additional_attributes: z
          .array(z.int())
          .describe("The ids of the required attributes. The list may be empty."),
      }),
    ]),
  );

const ConfigurationHint = named(
  "ConfigurationHint",
  "The possible values of an enumerated setting in this poll.",
  {
    description: field.text("Extension: the meaning of the setting, and when it becomes fixed."),
    allowed_values: z
      .array(z.string().nullable())
      .describe("The possible values in polls of this type, with the default first; null: unset."),
    writable: field.flag("Whether there is more than one possible value in polls of this type."),
  },
);

/** The fields that a copy of a poll may have of its own. */
export const DuplicatePollBody = named(
  "DuplicatePoll",
  "A copy of a poll. Without a body it has the same title.",
  {
    poll: object("The fields that the copy has of its own.", {
      title: text().optional().describe("The title of the copy. Default: the title of the poll."),
    }).nullish(),
  },
);

export const SetCoverBody = named("SetCover", "A picture for a poll.", {
  cover: object("The cover.", {
    attachment: fileInJson.describe(
      "The picture as a `data:` URI in base64. In forms it is a file.",
    ),
  }),
});

/** What is left of the body when its file has been taken. */
export const TakenCoverBody = z.strictObject({ cover: z.strictObject({}) });

const { processing, processing_error, width, height, thumbhash } = mediaFields;

export const CoverResponse = z
  .strictObject({
    processing: processing.describe("Whether the derivatives are still being rendered."),
    processing_error,
    attachment: AttachmentResponse.omit({
      attachment_url_cover: true,
      attachment_original_url: true,
    }).describe("The derivatives, once they are rendered."),
    width,
    height,
    thumbhash,
  })
  .partial()
  .required({ processing: true })
  .meta({ id: "Cover", description: "Extension: the picture above a poll." });

/** The poll of the API (docs/reference/polls.md#fields). */
export const PollResponse = z
  .strictObject({
    public_url: field.url("The page of the poll for participants."),
    member_hash: field.text("The id of the poll in paths, with the access of a member."),
    title: field.text("The title that readers see."),
    type: z.enum(pollTypes.names).describe("The type of the poll; it never changes."),
    status: z
      .enum(["active", "closed"])
      .describe("`closed` once an admin has closed the poll or `deadline_voting` has passed."),
    admin_url: field.url("Admins only: the page to manage the poll."),
    admin_hash: field.text(
      "Owners only: the id of the poll in paths, with the access of an admin. Keep it secret.",
    ),
    description: field.text("A text about the poll, if set."),
    location: field.text("The location of the subject of the poll, if set."),
    decided_at: field.time(
      "Extension: when the final dates were decided. Absent without a decision. The options are marked as `decided`.",
    ),
    called_off_at: field.time(
      "Extension: when the final dates were called off. Absent without a decision, and while dates are final. The options are marked as `called_off`.",
    ),
    deletes_at: field.time(
      "Extension, admins only: when the closed poll is deleted. Absent while it is open, and where it is not deleted by itself.",
    ),
    calendar_url: field.url(
      "Extension, admins and participants of polls of dates: the calendar of the poll, which programs can subscribe to without a token. Keep it secret.",
    ),
    cover: CoverResponse,
    options_count: field.whole(
      "The number of top-level options that are approved, not archived and paid.",
    ),
    voters_count: field.whole("The number of participants, without pending opt-ins."),
    waiting_count: field.whole(
      `Extension, owners only: how many options and comments wait for approval; ${WAITING_MAX}: that many or more.`,
    ),
    created_at: field.time("When the poll was created."),
    updated_at: field.time("When the poll was last changed."),
    url: field.url("The URL of the poll in this API."),
    creator_name: field.text("Admins only: the name of the author, if set."),
    creator_email: field.text("Admins only: the e-mail address of the author, if set."),
    creator_email_state: z
      .enum(creatorStates)
      .describe(
        "Extension, admins only: whether the owner of `creator_email` has confirmed it; otherwise the state of the mail that asks for it.",
      ),
    settings: settingsSchema,
    configuration_hints: z
      .record(z.string(), ConfigurationHint)
      .describe(
        "Admins only: the possible values of each enumerated setting in this poll, by its name.",
      ),
    voter_required_fields: requiredFields([
      "user_name",
      "optin_email",
      "invitation",
      "terms",
      "privacy_policy",
    ]).describe("The fields that are required to create a participant."),
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
    ]).describe(
      "The fields that members must give to create an option of the poll's `option_type`.",
    ),
  })
  .partial({
    admin_url: true,
    admin_hash: true,
    description: true,
    location: true,
    decided_at: true,
    called_off_at: true,
    deletes_at: true,
    calendar_url: true,
    cover: true,
    waiting_count: true,
    creator_name: true,
    creator_email: true,
    creator_email_state: true,
    configuration_hints: true,
  })
  .meta({ id: "Poll", description: "A poll with the fields that its reader may see." });

export const CreatedPollResponse = PollResponse.extend({
  options: z
    .array(CreatedOptionResponse)
    .readonly()
    .optional()
    .describe("Extension: the options that were created with the poll, in the order of the body."),
}).meta({ id: "CreatedPoll", description: "A created poll." });
