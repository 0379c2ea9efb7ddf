import { creatorStates } from "@polls/domain/mails";
import { pollTypes } from "@polls/domain/poll-types";
import { settingsSchema } from "@polls/domain/polls";
import { z } from "zod";

const RequiredFields = z.array(
  z.union([z.string(), z.strictObject({ additional_attributes: z.array(z.int()) })]),
);

const ConfigurationHint = z
  .strictObject({
    allowed_values: z.array(z.string().nullable()),
    writable: z.boolean(),
  })
  .meta({ id: "ConfigurationHint" });

/** A poll on the wire (docs/reference/polls.md#fields). */
export const PollResponse = z
  .strictObject({
    public_url: z.url(),
    member_hash: z.string(),
    title: z.string(),
    type: z.enum(pollTypes.names as [string, ...string[]]),
    status: z.enum(["active", "closed"]),
    admin_url: z.url().optional().meta({ description: "For admin access only." }),
    admin_hash: z.string().optional().meta({ description: "For the owner only." }),
    description: z.string().optional(),
    location: z.string().optional(),
    options_count: z.int(),
    voters_count: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    url: z.url(),
    creator_name: z.string().optional().meta({ description: "For admin access only." }),
    creator_email: z.string().optional().meta({ description: "For admin access only." }),
    creator_email_state: z
      .enum(creatorStates)
      .optional()
      .meta({ description: "Extension: for admin access, with `creator_email`." }),
    settings: settingsSchema.meta({ id: "PollSettings" }),
    configuration_hints: z
      .record(z.string(), ConfigurationHint)
      .optional()
      .meta({ description: "For admin access only." }),
    voter_required_fields: RequiredFields,
    option_required_fields: RequiredFields,
  })
  .meta({ id: "Poll" });
