import { hasAdminHashRenewal } from "@polls/db/accounts";
import { idsOfShard } from "@polls/db/shards";
import { renewNext } from "../features/poll-hashes/renew-admin-hashes";
import type { ModelTask } from "./maintenance-task";

/** For organizations with many polls (docs/reference/organizations.md#leaving). */
export const finishAdminHashes: ModelTask = {
  name: "replace admin hashes",
  hasWork: hasAdminHashRenewal,
  async modelBatch(tx, now, shard) {
    const ids = idsOfShard(shard);
    const renewal = await tx.prisma.adminHashRenewal.findFirst({
      where: { afterPollId: { gte: ids.before, lt: ids.last } },
      orderBy: { id: "asc" },
    });
    if (renewal === null) return 0;
    const { id } = renewal;
    const left = await renewNext(tx, renewal, now);
    if (left === undefined) await tx.prisma.adminHashRenewal.delete({ where: { id } });
    else {
      const { afterPollId } = left;
      await tx.prisma.adminHashRenewal.update({ where: { id }, data: { afterPollId } });
    }
    return 1;
  },
};
