import { firstJobs } from "./queue-figures";

const ofShard = (shard: bigint, row: bigint): string => String(shard * 2n ** 40n + row);

test("each shard and each try has its own first job, because ids of shards do not ascend together", () => {
  const ids = [
    `ob-${ofShard(0n, 9n)}-1`,
    `ob-${ofShard(0n, 10n)}-1`,
    `ob-${ofShard(0n, 8n)}-2`,
    `ob-${ofShard(3n, 5n)}-1`,
    `ob-${ofShard(3n, 4n)}-1`,
  ];
  expect(firstJobs(ids)).toEqual([ids[0], ids[2], ids[4]]);
});
