// Covers docs/reference/media.md: storage-quota

import {
  buildAccount,
  buildAttachment,
  buildOption,
  buildOrganization,
  buildPoll,
  shareDatabase,
} from "@polls/testing";
import { countFiles, runBatch } from "./start-maintenance";

const db = shareDatabase({ max: 2 });

const run = () => runBatch(countFiles, { db, clock: () => new Date() });

test("files of a release that did not count files are added to the storage of the poll's owner, once", async () => {
  const account = await buildAccount(db);
  const organization = await buildOrganization(db);
  const ofAccount = await buildPoll(db, { ownerAccountId: account.id });
  const ofOrganization = await buildPoll(db, { ownerOrganizationId: organization.id });
  /** A file of 1,000 bytes. */
  const add = async (poll: typeof ofAccount) => buildAttachment(db, await buildOption(db, poll));
  const used = async () => {
    const rows = await db.prisma.storageUsage.findMany({ orderBy: { accountId: "asc" } });
    return rows.map(({ accountId, organizationId, bytes }) => [
      accountId ?? organizationId,
      Number(bytes),
    ]);
  };
  const [removed] = [await add(ofAccount), await add(ofAccount)];
  await add(ofOrganization);
  const detached = await add(ofOrganization);
  await db.prisma.attachment.update({ where: { id: detached.id }, data: { optionId: null } });
  await db.pool.query("UPDATE attachments SET storage_usage_id = NULL");
  await db.pool.query("DELETE FROM storage_usage WHERE organization_id IS NOT NULL");
  await db.pool.query("UPDATE storage_usage SET bytes = 300");

  expect(await run()).toBe(3);
  expect(await used()).toEqual([
    [account.id, 2_300],
    [organization.id, 1_000],
  ]);
  expect(await run()).toBe(0);
  await db.prisma.attachment.delete({ where: { id: removed.id } });
  expect(await used()).toEqual([
    [account.id, 1_300],
    [organization.id, 1_000],
  ]);
});
