import { z } from "zod";

export const DecisionResponse = z
  .strictObject({
    option_ids: z.array(z.string()).describe("The options whose dates are final, by date."),
    decided_at: z.iso.datetime().describe("When the dates were decided, or changed."),
  })
  .meta({ id: "Decision", description: "The final dates of a poll." });
