import type { Participant, Vote } from "@polls/client";
import { type Ballot, createBallot } from "../ballot/ballot";
import { allItems } from "../parts/list/all-items";
import { askEach } from "../parts/list/ask-each";
import type { Visit } from "../session/visit";

/** A row of a table: a participant and its cells. */
export interface TableRow {
  readonly participant: Participant;
  /** Only for the visitor's own rows, which the visitor can edit. */
  readonly ballot: Ballot | undefined;
  /** Texts of the cells by the id of their column; for own rows the ballot has them. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The service shows `jury` only to admins and to the owner of a participant. */
const isOwn = ({ jury }: Participant): boolean => jury !== undefined;

export const newRow = (visit: Visit, participant: Participant): TableRow => ({
  participant,
  ballot: createBallot(visit, { participant, votes: [] }),
  texts: new Map(),
});

/** Reads a page of rows, newest first, with their cells. */
export async function readRows(
  visit: Visit,
  page: number,
): Promise<{ readonly items: readonly TableRow[]; readonly total: number }> {
  const { client, pollId } = visit;
  const { items, total } = await client().participants.list.page({ poll_id: pollId, page });
  const rows = await askEach(items, async (participant): Promise<TableRow> => {
    const held = participant.opt_in_confirmed === false;
    const request = { poll_id: pollId, voter_id: participant.id, held };
    const votes = await allItems(client().votes.list.all(request));
    return isOwn(participant)
      ? { participant, ballot: createBallot(visit, { participant, votes }), texts: new Map() }
      : { participant, ballot: undefined, texts: textsOf(votes) };
  });
  return { items: rows, total };
}

const textsOf = (votes: readonly Vote[]): ReadonlyMap<string, string> =>
  new Map(
    votes.flatMap(({ option_id, vote }) =>
      option_id === null || vote === null ? [] : [[option_id, String(vote)]],
    ),
  );
