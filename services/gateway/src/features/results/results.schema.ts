import { locationTypes } from "@polls/domain/options";
import { inputTypes } from "@polls/domain/polls";
import { voteTypes } from "@polls/domain/vote-types";
import { z } from "zod";
import { CategoryRatingResponse, OptionListItemResponse } from "../options/options.schema";

/** What holds options of results together (docs/reference/results.md#groups). */
const groupKinds = ["step", "category", "column", "top_level"] as const;

const VotingCategory = z
  .strictObject({
    id: z.int().describe("What votes and ratings name the category by."),
    title: z.string().describe("What readers call the category."),
  })
  .meta({ id: "ResultCategory", description: "A voting category of a poll." });

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
  voting_category_option_ratings: z
    .array(CategoryRatingResponse)
    .optional()
    .describe("Extension: the ratings in each voting category, in polls that have some."),
  input_type: z.enum(inputTypes).optional().describe("Extension, of inputs: what texts it takes."),
  allowed_values: z
    .array(z.string())
    .optional()
    .describe("Extension, of inputs: the choices, in their order."),
  location_type: z
    .enum(locationTypes)
    .optional()
    .describe("Extension, of locations: what `data` describes."),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "Extension, of locations: `{ coordinates: [[longitude, latitude], …], radius }`, in degrees and meters.",
    ),
}).meta({ id: "RatedOption", description: "An option in results." });

const ResultGroup = z
  .strictObject({
    kind: z
      .enum(groupKinds)
      .describe(
        "What holds the options together: a step of a survey, a category of options, a column of a table, or nothing (`top_level`).",
      ),
    id: z
      .string()
      .optional()
      .describe("The option that is the step, category or column; absent at the top level."),
    title: z.string().optional().describe("Its `content`, when it has one."),
    vote_type: z
      .enum(voteTypes.all.map(({ name }) => name) as [string, ...string[]])
      .optional()
      .describe("The class of the votes on its options, by which a `distribution` is read."),
    columns: z
      .array(
        z
          .strictObject({
            value: z.int().describe("The value of votes on the column, a key of `distribution`."),
            title: z.string().describe("What the column is called."),
          })
          .meta({ id: "ResultColumn", description: "A column of a matrix." }),
      )
      .optional()
      .describe("Of a `matrix` step: its columns in their order; its options are the rows."),
    option_ids: z
      .array(z.string())
      .describe("The `id` of each of its entries of `options`, in their order."),
  })
  .meta({ id: "ResultGroup", description: "Options of results that stand together." });

export const ResultsResponse = z
  .strictObject({
    voters_count: z.number().int().describe("How many participants the poll has."),
    groups: z
      .array(ResultGroup)
      .describe(
        "Extension: the entries of `options` by step, category and column. Each is in one group.",
      ),
    voting_categories: z
      .array(VotingCategory)
      .describe("Extension: the voting categories, in which `options` have ratings; may be empty."),
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
