import { z } from "zod";
import { field, named } from "../../http/replies/schema-parts";
import { OptionListItemResponse } from "../options/options.schema";
import { ParticipantResponse } from "../participants/participants.schema";
import { VoteResponse } from "../votes/votes.schema";

/** What one participant answered, for admins (docs/reference/results.md#responses). */
export const ResponseOfParticipant = named(
  "ParticipantResponse",
  "Extension: what one participant answered.",
  {
    voter: ParticipantResponse.describe("The participant."),
    votes: z
      .array(VoteResponse)
      .describe(
        "The votes of the participant, newest first, at most 200. `GET /polls/{poll_id}/votes` with `voter_id` lists all.",
      ),
    votes_count: field.whole("The number of votes of the participant."),
    files: z
      .array(OptionListItemResponse)
      .describe(
        "The files and drawings of the participant under inputs and `drawing` steps, with `media` fields. With `anonymize_voter_names` only files that a vote names.",
      ),
  },
);
