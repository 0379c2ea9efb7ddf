import { distribute } from "@polls/db/shards";
import { createTestDatabase } from "@polls/testing";
import { testPollsOnShards } from "./lead-polls";

jest.setTimeout(240_000);

testPollsOnShards(async () => {
  const { url } = await createTestDatabase();
  await distribute(url, { add: 2, settleMs: 0 }, () => undefined);
  return url;
});
