import { type Db, pollFromRow } from "@polls/db";
import type { Poll } from "@polls/domain/polls";
import { oneLine, withoutLinks } from "./clean";

const TITLE_MAX = 120;

/** A poll that is not deleted. */
export async function findPollOf({ prisma }: Db, pollId: bigint): Promise<Poll | undefined> {
  const row = await prisma.poll.findFirst({ where: { id: pollId, deletedAt: null } });
  return row === null ? undefined : pollFromRow(row);
}

export const titleInSubject = ({ title }: Poll): string => oneLine(title, TITLE_MAX);

export const titleInBody = ({ title }: Poll): string => withoutLinks(title, TITLE_MAX);

/** The publisher of the poll and its information. */
export const imprintOf = ({ settings }: Poll): string[] =>
  [
    [settings.publisher, settings.publisher_email].filter(Boolean).join(", "),
    settings.publisher_info ?? "",
  ].filter((line) => line !== "");
