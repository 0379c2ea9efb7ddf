import { median } from "../report.mjs";
import { devstack, startGateway } from "../servers.mjs";
import { threadSeconds, timesOf } from "./measure.mjs";

const STORED_WITHIN_MS = 120_000;

/**
 * The first list of each large poll in a gateway that has just started, with a stored ranking
 * (docs/adr/0140-rankings-are-stored-for-gateways-that-start.md) and without: milliseconds until the answer,
 * and of the gateway's processor. `warmUp` is a list of a small poll, whose code the large ones share.
 */
export async function firstLists({ databaseUrl, gateway, ask, warmUp, lists, rounds }) {
  const table = [];
  for (const { name, size, hash, ...list } of lists) {
    await timesOf(list, 1);
    const isStored = async () => {
      const [{ count }] = await ask(
        `SELECT count(*)::int FROM kept_rankings WHERE poll_id =
           (SELECT id FROM polls WHERE member_hash = '${hash}')`,
      );
      return count > 0 || undefined;
    };
    if ((await devstack.askUntil(isStored, { deadlineMs: STORED_WITHIN_MS })) === undefined)
      throw new Error(`${name}: the ranking is not stored`);
    for (const stored of [true, false]) {
      const waits = [];
      const used = [];
      for (let round = 0; round < rounds; round++) {
        if (!stored) await ask("DELETE FROM kept_rankings");
        const fresh = await startGateway({ databaseUrl });
        const at = (one) => ({ ...one, url: one.url.replace(gateway.url, fresh.url) });
        await timesOf(at(warmUp), 20);
        const before = threadSeconds(fresh.pid);
        waits.push((await timesOf(at(list), 1))[0]);
        used.push((threadSeconds(fresh.pid) - before) * 1_000);
        await fresh.stop();
      }
      table.push({
        name: `first ${name}${stored ? ", ranking stored" : ""}`,
        of: size,
        ms: Math.round(median(waits)),
        processorMs: Math.round(median(used)),
      });
    }
  }
  return table;
}
