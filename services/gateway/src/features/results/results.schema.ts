import { z } from "zod";
import { OptionListItemResponse } from "../options/options.schema";

const RatedOption = OptionListItemResponse.extend({
  voter_count: z
    .number()
    .int()
    .describe("How many participants have a counting vote on the option."),
  distribution: z
    .record(z.string(), z.number().int())
    .describe(
      "How many counting votes have which value; of texts the 100 most frequent short ones.",
    ),
}).meta({ id: "RatedOption", description: "An option in results." });

export const ResultsResponse = z
  .strictObject({
    voters_count: z.number().int().describe("How many participants the poll has."),
    options: z
      .array(RatedOption)
      .describe("The options that are voted on, in the order of the list of options."),
    assignments: z
      .array(
        z
          .strictObject({
            option_id: z.string().describe("The option that is assigned."),
            voter_id: z.string().describe("The participant who gets it."),
          })
          .meta({ id: "Assignment", description: "An option that a participant gets." }),
      )
      .describe(
        "Which participant gets which option under `best_distribution`; members see their own.",
      ),
  })
  .meta({ id: "Results", description: "The results of a poll." });

export const StreamTicketResponse = z
  .strictObject({
    ticket: z.string().describe("Opens streams of the poll, as the query parameter `ticket`."),
    url: z.string().describe("The address of the stream with the ticket, for `EventSource`."),
    expires_at: z.iso.datetime().describe("Until when the ticket opens streams."),
  })
  .meta({ id: "StreamTicket", description: "Credentials in the address of a stream." });
