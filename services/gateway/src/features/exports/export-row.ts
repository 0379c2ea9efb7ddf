import type { ExportedVote } from "@polls/db";
import { shownName } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";

/** A cell of an export: text, a number, or nothing. */
export type Cell = string | number | boolean | null;

/** A column of an export. */
export interface Column {
  readonly title: string;
  readonly cell: (row: ExportedVote) => Cell;
}

/**
 * The columns of a poll's export (docs/reference/results.md#export-columns), with answers to removed
 * attributes. An attribute with the title of another column gets its id appended, so that titles are unique.
 */
export function exportColumns(poll: Poll): readonly Column[] {
  const categories = new Map(poll.votingCategories.map(({ id, title }) => [id, title]));
  const voter: readonly Column[] = [
    { title: "vote_id", cell: ({ voteId }) => voteId },
    { title: "voter_id", cell: ({ voterId }) => voterId },
    { title: "user_name", cell: (row) => nameOf(poll, row) },
  ];
  const vote: readonly Column[] = [
    { title: "fraudulent", cell: ({ fraudulent }) => fraudulent },
    { title: "option_id", cell: ({ optionId }) => optionId },
    { title: "option", cell: ({ option }) => option },
    { title: "parent_option", cell: ({ parentOption }) => parentOption },
    { title: "loser_option_id", cell: ({ loserOptionId }) => loserOptionId },
    { title: "type", cell: ({ type }) => type },
    {
      title: "voting_category",
      cell: ({ votingCategoryId }) => categories.get(votingCategoryId ?? 0) ?? votingCategoryId,
    },
    { title: "vote", cell: ({ value }) => value },
    { title: "vote_text", cell: ({ text }) => text },
    { title: "vote_date", cell: ({ voteDate }) => voteDate },
    { title: "paid_votes", cell: ({ paidVotes }) => paidVotes },
    { title: "created_at", cell: ({ createdAt }) => createdAt },
    { title: "updated_at", cell: ({ updatedAt }) => updatedAt },
  ];
  const taken = new Set([...voter, ...vote].map(({ title }) => title));
  return [...voter, ...attributeColumns(poll, taken), ...vote];
}

const attributeColumns = ({ settings }: Poll, taken: Set<string>): Column[] =>
  Object.entries(settings.additional_attributes).map(([id, attribute]) => {
    let { title } = attribute;
    while (taken.has(title)) title = `${title} (${id})`;
    taken.add(title);
    return { title, cell: ({ additionalAttributes }) => additionalAttributes[id] ?? null };
  });

const nameOf = (poll: Poll, { voterId, userName }: ExportedVote): string =>
  shownName({ publicId: voterId, userName: userName ?? undefined }, poll);
