import { locationTypes } from "@polls/domain/options";
import { inputTypes } from "@polls/domain/polls";
import { shownLabels } from "@polls/domain/translations";
import { voteTypes } from "@polls/domain/vote-types";
import { z } from "zod";
import { field, named } from "../../http/replies/schema-parts";
import { CategoryRatingResponse, OptionListItemResponse } from "../options/options.schema";

/** The kinds of groups of options in results (docs/reference/results.md#groups). */
const groupKinds = ["step", "category", "column", "top_level"] as const;

const VotingCategory = named("ResultCategory", "A voting category of a poll.", {
  id: field.whole("The id of the category in votes and ratings."),
  title: field.text("The title that readers see."),
});

const RatedOption = OptionListItemResponse.extend({
  voter_count: field.whole("The number of participants with a counting vote on the option."),
  distribution: z
    .record(z.string(), z.number().int())
    .describe("The number of counting votes by value. Of texts, the 100 most frequent short ones."),
  ...z
    .object({
      voting_category_option_ratings: z
        .array(CategoryRatingResponse)
        .describe("Extension, in polls with voting categories: the ratings in each category."),
      input_type: z
        .enum(inputTypes)
        .describe("Extension, of inputs: the kind of texts that the input accepts."),
      allowed_values: z.array(z.string()).describe("Extension, of inputs: the choices in order."),
      value_labels: shownLabels,
      location_type: z
        .enum(locationTypes)
        .describe("Extension, of locations: the kind of geometry in `data`."),
      data: z
        .record(z.string(), z.unknown())
        .describe(
          "Extension, of locations: `{ coordinates: [[longitude, latitude], …], radius }`, in degrees and meters.",
        ),
    })
    .partial().shape,
}).meta({ id: "RatedOption", description: "An option in results." });

const ResultGroup = z
  .strictObject({
    kind: z
      .enum(groupKinds)
      .describe(
        "The kind of group: a step of a survey, a category of options, a column of a table, or the top level (`top_level`).",
      ),
    id: field.text("The id of the step, category or column; absent at the top level."),
    title: field.text("The `content` of the step, category or column, if it has one."),
    vote_type: z
      .enum(voteTypes.all.map(({ name }) => name))
      .describe("The vote type on its options, which defines the values in a `distribution`."),
    columns: z
      .array(
        named("ResultColumn", "A column of a matrix.", {
          value: field.whole("The value of votes on the column, which is a key of `distribution`."),
          title: field.text("The title of the column."),
        }),
      )
      .describe("Of a `matrix` step: its columns in order. Its options are the rows."),
    option_ids: z
      .array(z.string())
      .describe("The `id` of each of its entries in `options`, in order."),
  })
  .partial()
  .required({ kind: true, option_ids: true })
  .meta({ id: "ResultGroup", description: "A group of options in the results." });

export const ResultsResponse = named("Results", "The results of a poll.", {
  voters_count: field.whole("The number of participants of the poll."),
  jury_count: field
    .whole("With `jury_mode`: how many of them are on the jury. Only they can vote.")
    .optional(),
  counted_at: field
    .time(
      "Extension, in polls with a `counting_method`: when the ballots were counted. The moment of `GET …/results/count`.",
    )
    .optional(),
  groups: z
    .array(ResultGroup)
    .describe(
      "Extension: the entries of `options`, grouped by step, category and column. Each entry is in one group.",
    ),
  voting_categories: z
    .array(VotingCategory)
    .describe("Extension: the voting categories in which `options` have ratings; may be empty."),
  options: z
    .array(RatedOption)
    .describe("The options that can be voted on, in the order of the list of options."),
  assignments: z
    .array(
      named("Assignment", "An option that is assigned to a participant.", {
        option_id: field.text("The assigned option."),
        voter_id: field.text("The participant to whom it is assigned."),
      }),
    )
    .describe(
      "With `best_distribution`: the option of each participant. Members see only their own.",
    ),
});

export const StreamTicketResponse = named("StreamTicket", "Credentials in the URL of a stream.", {
  ticket: field.text("The ticket. It opens streams of the poll as the query parameter `ticket`."),
  url: field.text("The URL of the stream with the ticket, for `EventSource`."),
  expires_at: field.time("Until when the ticket can open streams."),
});
