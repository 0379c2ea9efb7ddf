import { countingMethods, tieBreaks } from "@polls/domain/counting";
import { z } from "zod";
import { field, named } from "../../../http/replies/schema-parts";

const optionId = field.text("The option.");

/** An exact number of votes, with a decimal beside. */
const votes = {
  votes: field.text("Exact: a whole number, or a fraction such as `61/3`."),
  votes_decimal: field.number("The same as a decimal."),
};

const CountRound = named("CountRound", "A round of a count.", {
  tally: z
    .array(
      named("CountTally", "The votes of an option in a round.", { option_id: optionId, ...votes }),
    )
    .describe("The votes of each option that is still counted in this round."),
  elected: z.array(z.string()).describe("The options that the round elects."),
  eliminated: z.array(z.string()).describe("The options that the round eliminates."),
  transfers: z
    .array(
      named("CountTransfer", "Votes that move to another option.", {
        from: field.text("The option that gives votes away."),
        to: field.text("The option that gets them; null: none is left.").nullable(),
        ...votes,
      }),
    )
    .describe("The votes that move after the round."),
  exhausted: field.text("Exact: the votes whose ballots name none of the options that are left."),
  exhausted_decimal: field.number("The same as a decimal."),
  sentence: field.text("What the round decides, in the language of the reader."),
});

const method = z.enum(countingMethods);

export const CountResponse = named("Count", "The count of a poll, with all its steps.", {
  counting_method: method.describe("The method of the count."),
  sentence: field.text("How the method counts, in the language of the reader."),
  counted_at: field.time("The moment whose votes are counted."),
  seats: field.whole("How many options are elected, if there are as many."),
  quota: field
    .text("Exact: the votes that elect an option; null where the method has no quota.")
    .nullable(),
  quota_decimal: field.number("The same as a decimal.").nullable(),
  ballots: field.whole("The number of ballots that count."),
  abstaining: field.whole("The number of ballots that hold abstentions alone."),
  exhausted: field.text("Exact: the votes that count for no option at the end."),
  exhausted_decimal: field.number("The same as a decimal."),
  winners: z
    .array(z.string())
    .describe("The elected options in the order of election; empty without ballots."),
  ranking: z
    .array(
      named("CountedOption", "An option of a count.", {
        option_id: optionId,
        name: field.text("What the option is called."),
      }),
    )
    .describe("All options by `rank`: the elected, then the others, last eliminated first."),
  rounds: z.array(CountRound).describe("The steps of the count in order."),
  more_rounds: field
    .whole("How many rounds follow: the next response begins with `round`.")
    .optional(),
  pairs: z
    .strictObject({
      option_ids: z.array(z.string()).describe("The options of rows and columns."),
      ballots: z
        .array(z.array(z.int()))
        .describe("In each row: how many ballots prefer its option to that of the column."),
    })
    .nullable()
    .describe("The duels of each option with each other; null where the method has none.")
    .meta({ id: "CountPairs" }),
  grades: z
    .array(
      named("CountGrades", "The grades of an option.", {
        option_id: optionId,
        median: field.number("The lower median of its grades."),
        above: field.whole("The number of ballots with a better grade than the median."),
        below: field.whole("The number of ballots with a worse grade than the median."),
        grades: z
          .array(
            named("CountGrade", "A grade of an option.", {
              grade: field.number("The grade."),
              ballots: field.whole("The number of ballots that give it."),
            }),
          )
          .describe("All grades, best first."),
      }),
    )
    .nullable()
    .describe("The grades of each option; null where the method has none."),
  ties: z
    .array(
      named("CountTie", "A tie, and what decided it.", {
        round: field.whole("The number of the round, from 1."),
        over: z
          .enum(["election", "elimination", "surplus", "pairs", "order"])
          .describe("What the tie was over: `order` is the rank of options alone."),
        option_ids: z
          .array(z.string())
          .describe("The tied options as they were put in order, best first."),
        by: z.array(z.enum(tieBreaks)).describe("What decided, in the order of `tie_break`."),
      }),
    )
    .describe("The ties that `tie_break` decided."),
  seed: field.text("The seed of draws; null if `tie_break` has no `seed`.").nullable(),
  changes: z
    .array(
      named("CountingChange", "A change of the method.", {
        from: method.nullable().describe("The method before; null: none."),
        to: method.nullable().describe("The method after."),
        at: field.time("When an admin changed it."),
        sentence: field.text("The change, in the language of the reader."),
      }),
    )
    .describe("The changes of `counting_method` since the first vote."),
});
