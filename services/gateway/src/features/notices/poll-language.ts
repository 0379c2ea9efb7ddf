import type { PrismaQueryable } from "@polls/db/sql";
import type { Poll } from "@polls/domain/polls";
import { type Language, storedLanguage } from "@polls/markup";

/** The language in which a poll was created, for mails and for readers that name none. */
export async function pollLanguage(
  { prisma }: PrismaQueryable,
  { id }: Pick<Poll, "id">,
): Promise<Language> {
  const select = { language: true } as const;
  const row = await prisma.poll.findUnique({ where: { id }, select });
  return storedLanguage(row?.language ?? null);
}
