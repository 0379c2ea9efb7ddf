import { distribute } from "@polls/db/shards";
import { atFileEnd, describeWithCitus, startCitusDatabase } from "@polls/testing";
import { testPollsOnShards } from "../shards/lead-polls";

jest.setTimeout(240_000);

describeWithCitus("one deployment on a coordinator and two workers of Citus", () => {
  testPollsOnShards(async () => {
    const { url, coordinator, nodes, stop } = await startCitusDatabase();
    atFileEnd("the cluster of Citus", stop);
    const said: string[] = [];
    const shards = await distribute(url, { coordinator, nodes, add: 2, settleMs: 0 }, (line) =>
      said.push(line),
    );
    expect(said).toContainEqual(expect.stringContaining("citus.recover_2pc_interval"));
    expect(new Set(shards.map(({ node }) => node))).toEqual(new Set([undefined, ...nodes]));
    return url;
  });
});
