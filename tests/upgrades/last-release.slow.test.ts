// Covers docs/reliability.md: mixed-releases

import path from "node:path";
import { describeWithLastRelease, openLastRelease } from "./last-release";
import { upgradeUnderLoad } from "./rolling-upgrade";

/** Votes before the migration; `npm run test:upgrades` has a million. */
const VOTES = Number(process.env.UPGRADE_VOTES ?? 2_000);

jest.setTimeout(1_200_000);

const root = path.resolve(__dirname, "../..");

/** Faults of published releases, by commit: the log message of their gateway for a failed request. */
const knownFaults: Readonly<Record<string, RegExp>> = {
  // Its prepared statements use `*`: each of its connections fails once when a column is added.
  "5c3f3142": /cached plan must not change result type/,
};

describeWithLastRelease("the last release", () => {
  test(`is replaced with ${VOTES} votes while clients vote: none fails, and counts are right`, async () => {
    const release = await openLastRelease();
    const upgrade = await upgradeUnderLoad(
      { ...release, recount: ["tallies", "recount"] },
      { root, migrations: path.join(root, "prisma/migrations"), recount: ["ops", "recount"] },
      VOTES,
    );
    expect(upgrade.applied.length).toBeGreaterThan(0);
    expect(upgrade.votes).toBe(upgrade.acknowledged);
    expect(upgrade.drift).toBe(0);
    const known = Object.entries(knownFaults).find(([commit]) => release.commit.startsWith(commit));
    const faults = upgrade.logs.filter((line) => known?.[1].test(line));
    expect(upgrade.logs.filter((line) => line.includes('"error"'))).toEqual(faults);
    expect(
      upgrade.failed.filter((answer) => Reflect.get(Object(answer), "status") !== 500),
    ).toEqual([]);
    if (faults.length === 0) expect(upgrade.failed).toEqual([]);
  });
});
