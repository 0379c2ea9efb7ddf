// Covers docs/reliability.md: backups

import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { recountAll } from "@polls/db/counts";
import { migrate } from "@polls/db/migrations";
import { newPublicId } from "@polls/db/tokens";
import {
  atFileEnd,
  connectPatiently,
  type ServiceProcess,
  startServiceProcess,
  waitFor,
} from "@polls/testing";
import { makePicture } from "../../services/media-worker/testing/make-media";
import { openPollClient, type PollClient } from "../journeys/poll-client";
import {
  type Deployment,
  type Deployments,
  digestsBelow,
  inDatabase,
  openDeployments,
} from "./deployments";

/** Votes per second during the backup, and the maximum number of waiting votes. */
const RATE = Number(process.env.BACKUP_RATE ?? 40);
const AT_ONCE = 32;
const PARTICIPANTS = RATE * 60;

jest.setTimeout(240_000);

const root = path.resolve(__dirname, "../..");

describe(`a backup under ${RATE} votes a second`, () => {
  let deployments: Deployments;
  beforeAll(async () => {
    deployments = await openDeployments();
  });

  const startGateway = ({ env }: Deployment): Promise<ServiceProcess> =>
    startServiceProcess("gateway", { env, port: Number(env.PORT) });
  const startMediaWorker = ({ env: { PORT: _, ...env } }: Deployment): Promise<ServiceProcess> =>
    startServiceProcess("media-worker", { env });

  /** Casts votes at a steady rate, each of another participant, until it is stopped. */
  function castSteadily(
    client: PollClient,
    facts: {
      readonly poll_id: string;
      readonly option_id: string;
      readonly voters: readonly string[];
    },
  ) {
    const { poll_id, option_id } = facts;
    const voters = facts.voters[Symbol.iterator]();
    const [acknowledged, failed]: [string[], unknown[]] = [[], []];
    const inFlight = new Set<Promise<void>>();
    const begun = performance.now();
    let sent = 0;
    const beat = setInterval(() => {
      const due = ((performance.now() - begun) / 1_000) * RATE;
      for (; sent < due && inFlight.size < AT_ONCE; sent++) {
        const voter_id = voters.next().value;
        if (voter_id === undefined) return;
        const cast = client.owner.votes
          .cast({ poll_id, body: { voter_id, option_id, vote: { vote: 1 } } })
          .then(
            (vote) => void acknowledged.push("id" in vote ? vote.id : "held"),
            (error: unknown) => void failed.push(error),
          )
          .finally(() => inFlight.delete(cast));
        inFlight.add(cast);
      }
    }, 5);
    return {
      acknowledged,
      failed,
      async end() {
        clearInterval(beat);
        await Promise.all(inFlight);
        return acknowledged.length / ((performance.now() - begun) / 1_000);
      },
    };
  }

  test("everything is restored to the moment of the backup, and votes, files and jobs continue", async () => {
    const { place, prepare, run } = deployments;
    const old = await prepare("old");
    await migrate(old.databaseUrl, path.join(root, "prisma/migrations"));
    const gateway = await startGateway(old);
    const worker = await startMediaWorker(old);
    const client = await openPollClient(old);
    const gallery = await client.makePoll("Polls::PhotoGallery");
    const pictures = await Promise.all(
      ["one.png", "two.png", "three.png"].map(async (name) =>
        client.upload(gallery, await makePicture(), name),
      ),
    );
    for (const picture of pictures) await client.processed(picture, 60_000);
    const first = await run(old, "backup", "--to", place);
    expect(first).toMatchObject({ code: 0, json: { files: 15, copied: 15, lost: [] }, error: "" });
    // A waiting job: no worker runs it before everything is destroyed.
    await worker.stop();
    const waiting = await client.upload(gallery, await makePicture(), "waiting.png");

    const poll_id = await client.makePoll("Polls::Voting");
    const option = await client.owner.options.create({
      poll_id,
      body: { option: { content: "Tea" } },
    });
    const { id: pollId } = await client.db.prisma.poll.findUniqueOrThrow({
      where: { memberHash: poll_id },
    });
    const account = await client.db.prisma.account.findFirstOrThrow();
    const ownerKey = `user:${account.id}`;
    const voters = Array.from({ length: PARTICIPANTS }, () => newPublicId());
    await client.db.prisma.participant.createMany({
      data: voters.map((publicId) => ({ publicId, pollId, ownerKey, confirmedAt: new Date() })),
    });
    // They were inserted without their counts.
    await recountAll(client.db, { repair: true });

    const load = castSteadily(client, { poll_id, option_id: option.id, voters });
    await waitFor(() => load.acknowledged.length >= RATE, { what: "a second of votes" });
    const before = [...load.acknowledged];
    const made = run(old, "backup", "--to", place);
    // A file is deleted during the backup.
    const [gone] = pictures;
    if (gone !== undefined) await client.owner.options.delete(gone);
    const backup = await made;
    const until = [...load.acknowledged];
    await waitFor(() => load.acknowledged.length >= until.length + RATE, { what: "more votes" });
    const rate = await load.end();
    expect(load.failed).toEqual([]);
    expect(backup).toMatchObject({ code: 0, json: { copied: 1, lost: [] }, error: "" });
    const files = await digestsBelow(path.join(old.storageDir, "files"));

    // Everything is destroyed.
    await gateway.stop();
    await rm(old.storageDir, { recursive: true });
    await inDatabase(deployments.databaseUrl("postgres"), ({ pool }) =>
      pool.query("DROP DATABASE old WITH (FORCE)"),
    );

    const fresh = await prepare("fresh");
    const begun = performance.now();
    const restored = await run(fresh, "restore", "--from", place);
    const seconds = (performance.now() - begun) / 1_000;
    expect(restored).toMatchObject({ code: 0, error: "" });
    process.stderr.write(
      `${JSON.stringify({ rate: Math.round(rate), backup: backup.json.seconds, restored: restored.json, seconds })}\n`,
    );

    // The rows are from one moment between the start and the end of the backup.
    const db = connectPatiently(fresh.databaseUrl, { max: 3 });
    atFileEnd("connections of the test", () => db.close());
    const manifest = JSON.parse(
      await readFile(path.join(place, `files/backups/${backup.json.backup}/manifest.json`), "utf8"),
    );
    const votes = (await db.prisma.vote.findMany()).map(({ publicId }) => publicId);
    expect(votes).toHaveLength(manifest.tables.votes.rows);
    expect(votes).toEqual(expect.arrayContaining(before));
    expect(votes.length).toBeLessThan(load.acknowledged.length);
    expect(load.acknowledged).toEqual(expect.arrayContaining(votes));
    expect(await recountAll(db, { repair: false })).toEqual({ polls: 2, drift: 0, wrong: [] });
    // Each file that rows refer to has its original content.
    const named = [
      ...(await db.prisma.attachment.findMany({ where: { optionId: { not: null } } })),
      ...(await db.prisma.derivative.findMany({
        where: { attachment: { optionId: { not: null } } },
      })),
    ].map(({ storageKey }) => storageKey);
    const now = await digestsBelow(path.join(fresh.storageDir, "files"));
    expect([...now.keys()].sort()).toEqual(named.sort());
    const kept = [...now].filter(([key]) => files.has(key));
    expect(kept.length).toBeGreaterThanOrEqual(11);
    for (const [key, digest] of kept) expect(digest).toBe(files.get(key));

    // Votes are cast again; waiting outbox jobs are done with an empty queue.
    await startGateway(fresh);
    await startMediaWorker(fresh);
    const again = client.owner.with({ baseUrl: fresh.baseUrl });
    const unused = voters.at(-1) ?? "";
    await again.votes.cast({
      poll_id,
      body: { voter_id: unused, option_id: option.id, vote: { vote: 1 } },
    });
    const shown = await waitFor(
      async () => {
        const found = await again.options.show(waiting);
        return found.processing === false ? found : undefined;
      },
      { what: "the picture that waited" },
    );
    expect(shown.processing_error).toBeUndefined();
    const jobs = await db.prisma.outbox.findMany({ where: { id: { gt: 1_000_000_000n } } });
    expect(jobs).toEqual([]);
    await again.options.create({ poll_id: gallery, body: formOf(await makePicture()) });
    // No job of a restored database has the id of a job from after the backup.
    expect(await db.prisma.outbox.count({ where: { id: { gt: 1_000_000_000n } } })).toBe(1);

    // A database with rows is kept, and also when the backup is damaged.
    const votesNow = await db.prisma.vote.count();
    expect(await run(fresh, "restore", "--from", place)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^The database has rows: .*--replace/),
    });
    expect(await run(fresh, "restore", "--from", place, "--replace")).toMatchObject({
      code: 1,
      error: expect.stringMatching(/other connections .*: stop all services first$/),
    });
    expect(await db.prisma.vote.count()).toBe(votesNow);
  });
});

const formOf = (picture: Buffer): FormData => {
  const body = new FormData();
  body.set("option[content]", "later.png");
  body.append("option_attachments[]", new Blob([new Uint8Array(picture)]), "later.png");
  return body;
};
