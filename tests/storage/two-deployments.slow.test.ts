import path from "node:path";
import { migrate } from "@polls/db/migrations";
import { png, startServiceProcess } from "@polls/testing";
import { type Deployment, digestsBelow, openDeployments } from "../backup/deployments";
import { openPollClient } from "../journeys/poll-client";

jest.setTimeout(120_000);

const migrations = path.resolve(__dirname, "../../prisma/migrations");

test("a restored copy with the same storage reads it, and stores nothing until it adopts it", async () => {
  const { place, prepare, run } = await openDeployments();
  const old = await prepare("old");
  await migrate(old.databaseUrl, migrations);
  const start = ({ env }: Deployment, more = {}) =>
    startServiceProcess("gateway", { env: { ...env, ...more }, port: Number(env.PORT) });
  await start(old);
  const client = await openPollClient(old);
  const gallery = await client.makePoll("Polls::PhotoGallery");
  const upload = ({ baseUrl }: Deployment) => {
    const body = new FormData();
    body.set("option[content]", "a.png");
    body.append("option_attachments[]", new Blob([png(40, 30)]), "a.png");
    return client.owner.with({ baseUrl }).options.create({ poll_id: gallery, body });
  };
  const { id } = await upload(old);
  expect(await run(old, "backup", "--to", place, "--keep", "1")).toMatchObject({ code: 0 });

  const fresh = await prepare("fresh");
  const copy = { ...fresh, env: { ...fresh.env, STORAGE_DIR: old.storageDir } };
  expect(await run(copy, "restore", "--from", place)).toMatchObject({
    code: 0,
    json: { files: 1, copied: 0 },
  });
  const gateway = await start(copy);
  expect(gateway.log().join("\n")).toContain("files are only read");
  const stored = () => digestsBelow(path.join(old.storageDir, "files"));
  const files = await stored();
  await expect(upload(copy)).rejects.toMatchObject({ status: 503 });
  const shown = client.owner.with({ baseUrl: copy.baseUrl }).options.show({ poll_id: gallery, id });
  const { attachment } = await shown;
  const original = new URL(attachment?.attachment_original_url ?? "");
  const read = await fetch(new URL(original.pathname + original.search, copy.baseUrl));
  expect([read.status, (await read.arrayBuffer()).byteLength]).toEqual([200, png(40, 30).length]);
  expect(await stored()).toEqual(files);
  const ready = await (await fetch(`${gateway.metricsUrl}/readyz`)).json();
  expect(ready).toMatchObject({ parts: { storage: "of another deployment" } });
  expect(await run(copy, "backup", "--to", place, "--keep", "1")).toMatchObject({
    code: 1,
    error: expect.stringContaining("The place has backups of another deployment"),
  });

  await gateway.stop();
  const production = {
    NODE_ENV: "production",
    APP_SECRET: "b1946ac92492d2347c6235b4d2611184-of-a-test",
    BASE_URL: "https://polls.example.org",
  };
  await expect(start(copy, production)).rejects.toThrow(/belongs to another deployment/);

  expect(await run(copy, "ops", "storage", "adopt")).toMatchObject({
    code: 0,
    json: { previous: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  });
  await gateway.start();
  await upload(copy);
  await expect(upload(old)).rejects.toMatchObject({ status: 503 });
});

test("a restore adds no file to the storage of another deployment, unless it takes it over", async () => {
  const { place, prepare, run } = await openDeployments();
  const first = await prepare("first");
  const second = await prepare("second");
  for (const { databaseUrl } of [first, second]) await migrate(databaseUrl, migrations);
  const start = ({ env }: Deployment) =>
    startServiceProcess("gateway", { env, port: Number(env.PORT) });
  await start(first);
  await start(second);
  const client = await openPollClient(first);
  const gallery = await client.makePoll("Polls::PhotoGallery");
  await client.upload(gallery, png(40, 30), "a.png");
  expect(await run(first, "backup", "--to", place)).toMatchObject({ code: 0 });

  const target = await prepare("target");
  const inOther = { ...target, env: { ...target.env, STORAGE_DIR: second.storageDir } };
  const storedBySecond = () => digestsBelow(path.join(second.storageDir, "files"));
  const before = await storedBySecond();
  expect(await run(inOther, "restore", "--from", place)).toMatchObject({
    code: 1,
    error: expect.stringContaining("belongs to another deployment, and lacks 1 files"),
  });
  expect(await storedBySecond()).toEqual(before);
  expect(await run(inOther, "restore", "--from", place, "--adopt")).toMatchObject({
    code: 0,
    json: { copied: 1 },
  });
});
