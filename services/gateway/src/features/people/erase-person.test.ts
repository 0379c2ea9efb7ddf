import { inTransaction } from "@polls/db";
import { buildOrganization, createTestDatabase, waitFor } from "@polls/testing";
import { signUp } from "../../testing/sign-up";
import { startGateway, type TestGateway } from "../../testing/start-gateway";
import { dropMember } from "../organizations/change-members";
import { erasePerson } from "./erase-person";

const now = new Date("2030-06-15T12:00:00Z");

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway(await createTestDatabase());
});
afterAll(() => gateway?.close());

const waitingForLocks = async (): Promise<number> => {
  const [row] = await gateway.db.prisma.$queryRawUnsafe<{ readonly waiting: number }[]>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  );
  return row?.waiting ?? 0;
};

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

  let erasing: Promise<string> | undefined;
  let erased = false;
  await inTransaction(db, async (tx) => {
    const visit = { accountId: leaver.id, organizationId: publicId, now };
    await dropMember(tx, visit, leaver.publicId);
    erasing ??= erasePerson([db], email, now).then(
      () => "erased",
      () => "refused",
    );
    void erasing.then(() => {
      erased = true;
    });
    await waitFor(async () => erased || (await waitingForLocks()) > 0, {
      what: "the erasure waits for the organization",
    });
  });

  expect(await erasing).toBe("refused");
  const where = { organizationId, role: "owner" };
  expect(await db.prisma.organizationMember.findMany({ where })).toMatchObject([
    { accountId: owner.id },
  ]);
});
