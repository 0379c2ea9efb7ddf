export { createShard, distributeCommonTables } from "./create-shard";
export { distribute, type ShardStatus, type WantedShards } from "./distribute";
export { openShards, perShard, SHARDS_EVERY_MS, type Shards } from "./open-shards";
export {
  fileAddress,
  HOME_SHARD,
  idsOfShard,
  markOfId,
  readFileAddress,
  readMarked,
  shardMark,
  shardOfId,
} from "./shard-numbers";
export { listShards, moveAddresses, type ShardRecord } from "./shard-records";
