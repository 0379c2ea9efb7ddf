import {
  findPollUse,
  findVotedCategories,
  type Prisma,
  type PrismaTransaction,
  pollFromRow,
} from "@polls/db";
import {
  changeSettings,
  type Poll,
  type PollChange,
  readUpdatePoll,
  type StoredSettings,
} from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import { noteEvent } from "@polls/jobs/outbox";
import { withFreeHash } from "./member-hash";
import type { PollPasswords } from "./poll-password";

/**
 * Changes a poll that is locked exclusively, so that no vote or option is written between the checks and
 * the change; 422 with all problems of the body.
 */
export async function updatePoll(
  tx: PrismaTransaction,
  request: { readonly poll: Poll; readonly body: unknown; readonly now: Date },
  { pollPasswords }: { readonly pollPasswords: PollPasswords },
): Promise<Poll> {
  const { poll, body, now } = request;
  const use = await findPollUse(tx, poll.id);
  const mayLoseCategory = use.hasVotes && poll.votingCategories.length > 0 && namesCategories(body);
  const reading = readUpdatePoll(body, poll, {
    ...use,
    categoriesWithVotes: mayLoseCategory ? await findVotedCategories(tx, poll.id) : new Set(),
    now,
  });
  if (!reading.ok) throw new Invalid(reading.errors);
  const { password, settings, ...change } = reading.value;
  const stored = await tx.prisma.poll.findUniqueOrThrow({
    where: { id: poll.id },
    select: { settings: true },
  });
  const after = changeSettings(stored.settings as StoredSettings, settings);
  const data: Prisma.PollUpdateInput = {
    ...columnsOf(change),
    ...closing(poll, change, now),
    ...(password !== undefined && {
      passwordHash: password === null ? null : await pollPasswords.hash(password),
    }),
    settings: after as Prisma.InputJsonObject,
    version: { increment: 1 },
    updatedAt: now,
  };
  const row = await withFreeHash(
    tx,
    change.memberHash,
    () => tx.prisma.poll.update({ where: { id: poll.id }, data }),
    poll.id,
  );
  await noteEvent(tx, { type: "poll.updated", pollId: poll.id, now });
  return pollFromRow(row);
}

/** When the owner closed the poll: the grace of held votes and payments starts then. */
function closing(poll: Poll, { status }: Pick<PollChange, "status">, now: Date) {
  if (status === undefined || status === poll.status) return {};
  return { closedAt: status === "closed" ? now : null };
}

/** Whether a body names categories: only then every vote is read. */
const namesCategories = (body: unknown): boolean =>
  JSON.stringify(body)?.includes('"voting_categories"') === true;

function columnsOf({
  votingCategories,
  ...columns
}: Omit<PollChange, "password" | "settings">): Prisma.PollUpdateInput {
  return {
    ...columns,
    ...(votingCategories !== undefined && {
      votingCategories: votingCategories as unknown as Prisma.InputJsonArray,
    }),
  };
}
