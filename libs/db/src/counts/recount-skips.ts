import { pollTypes } from "@polls/domain/poll-types";
import type { Poll } from "@polls/domain/polls";
import type { PoolClient } from "pg";
import { lockPoll } from "../polls/polls";
import { connectionAdapter, transactionOn } from "../sql/pg-adapter";
import { query } from "../sql/statement";
import { markSkippedVotes, participantBatches } from "../votes/mark-skipped-votes";

const surveysSql = query<Pick<Poll, "id" | "type">>(
  "surveys-to-recount",
  `SELECT id, type FROM polls WHERE id = ANY($1::bigint[]) AND type = ANY($2) ORDER BY id`,
);

const surveyTypes = pollTypes.all.filter(({ hasSteps }) => hasSteps).map(({ name }) => name);

/**
 * The number of votes that count on a skipped step, or do not on another, which `repair` corrects
 * (docs/adr/0039-skipped-votes-do-not-count.md).
 */
export async function recountSkips(
  client: PoolClient,
  pollIds: readonly bigint[],
  options: { readonly repair: boolean; readonly queryTimeoutMs: number },
): Promise<number> {
  const { repair, queryTimeoutMs } = options;
  const connection = connectionAdapter(client, { queryTimeoutMs });
  const { rows } = await connection.run(surveysSql(pollIds.map(String), surveyTypes));
  let wrong = 0;
  for (const poll of rows) {
    for await (const participants of participantBatches(connection, poll.id)) {
      wrong += await transactionOn(
        client,
        async (tx) => {
          if (repair) await lockPoll(tx, poll.id, "shared");
          return markSkippedVotes(tx, poll, participants, { check: !repair });
        },
        { queryTimeoutMs },
      );
    }
  }
  return wrong;
}
