import { distribute } from "@polls/db/shelves";
import { createTestDatabase } from "@polls/testing";
import { testPollsOnShelves } from "./lead-polls";

jest.setTimeout(240_000);

testPollsOnShelves(async () => {
  const { url } = await createTestDatabase();
  await distribute(url, { add: 2, settleMs: 0 }, () => undefined);
  return url;
});
