import { z } from "zod";
import { OptionListItemResponse } from "../options/options.schema";

const RatedOption = OptionListItemResponse.extend({
  voter_count: z.number().int(),
  distribution: z
    .record(z.string(), z.number().int())
    .describe(
      "How many counting votes have which value; of texts the 100 most frequent short ones",
    ),
}).meta({ id: "RatedOption" });

export const ResultsResponse = z
  .strictObject({
    voters_count: z.number().int(),
    options: z.array(RatedOption),
    assignments: z
      .array(z.strictObject({ option_id: z.string(), voter_id: z.string() }))
      .describe("Who gets which option under `best_distribution`; members see their own"),
  })
  .meta({ id: "Results" });
