import { z } from "zod";

export const DecisionResponse = z
  .strictObject({
    option_ids: z.array(z.string()).describe("The options whose dates are final, by date."),
    decided_at: z.iso.datetime().describe("When the dates were decided, or changed."),
  })
  .meta({ id: "Decision", description: "The final dates of a poll." });

export const DecisionRecipientsResponse = z
  .strictObject({
    recipients: z
      .int()
      .nullable()
      .describe(
        "The number of participants to whom a decision is mailed; null with `anonymize_voter_names`.",
      ),
    without_address: z
      .int()
      .nullable()
      .describe(
        "The number of participants whose address is not known; null with `anonymize_voter_names`.",
      ),
  })
  .meta({ id: "DecisionRecipients", description: "How many participants a decision reaches." });
