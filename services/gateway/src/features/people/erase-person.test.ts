import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import { buildOrganization, buildPoll, waitFor } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { dropMember } from "../organizations/change-members";
import { erasePerson } from "./erase-person";

const now = new Date("2030-06-15T12:00:00Z");

const gateway = shareGateway();

const waitingForLocks = async (): Promise<number> => {
  const [row] = await gateway.db.prisma.$queryRawUnsafe<{ readonly waiting: number }[]>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  );
  return row?.waiting ?? 0;
};

/** The outcome of an erasure that begins during a transaction, before its commit. */
async function eraseDuring(
  email: string,
  change: (tx: PrismaTransaction) => Promise<void>,
): Promise<string> {
  const { db } = gateway;
  let erasing: Promise<string> | undefined;
  let ended = false;
  await inTransaction(db, async (tx) => {
    await change(tx);
    erasing ??= erasePerson([db], email, now).then(
      () => "erased",
      () => "refused",
    );
    void erasing.then(() => {
      ended = true;
    });
    await waitFor(async () => ended || (await waitingForLocks()) > 0, {
      what: "the erasure waits for a lock",
    });
  });
  return erasing ?? "not begun";
}

test("an owner is not erased while the other owner leaves the organization", async () => {
  const { db } = gateway;
  const email = "erased@example.org";
  const [owner, leaver, member] = [await signUp(db, { email }), await signUp(db), await signUp(db)];
  const { id: organizationId, publicId } = await buildOrganization(db, {
    members: [
      [owner.id, "owner"],
      [leaver.id, "owner"],
      [member.id, "member"],
    ],
  });

  const visit = { accountId: leaver.id, organizationId: publicId, now };
  const outcome = await eraseDuring(email, async (tx) => {
    await dropMember(tx, visit, leaver.publicId);
  });

  expect(outcome).toBe("refused");
  const where = { organizationId, role: "owner" };
  expect(await db.prisma.organizationMember.findMany({ where })).toMatchObject([
    { accountId: owner.id },
  ]);
});

test("an account is not erased while it gets a poll", async () => {
  const { db } = gateway;
  const email = "creator@example.org";
  const { id: ownerAccountId } = await signUp(db, { email });
  const { id } = await buildPoll(db);

  const outcome = await eraseDuring(email, async (tx) => {
    await tx.prisma.poll.update({ where: { id }, data: { ownerAccountId } });
  });

  expect(outcome).toBe("refused");
  expect(await db.prisma.account.findUnique({ where: { id: ownerAccountId } })).toMatchObject({
    email,
  });
});
