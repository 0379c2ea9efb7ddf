import path from "node:path";
import { migrate } from "@polls/db/migrations";
import { png, refuses, startFakeBucket, startServiceProcess } from "@polls/testing";
import { type Deployment, digestsBelow, openDeployments } from "../backup/deployments";
import { openPollClient } from "../journeys/poll-client";

jest.setTimeout(120_000);

const migrations = path.resolve(__dirname, "../../prisma/migrations");

test("files move from a directory to a bucket and back, and no acknowledged upload is lost", async () => {
  const bucket = await startFakeBucket();
  const { prepare, run } = await openDeployments();
  const old = await prepare("moved");
  await migrate(old.databaseUrl, migrations);
  const start = (env: Deployment["env"]) =>
    startServiceProcess("gateway", { env, port: Number(old.env.PORT) });
  const gateway = await start(old.env);
  const { makePoll, owner } = await openPollClient(old);
  const poll_id = await makePoll("Polls::PhotoGallery");
  const pictures = new Map<string, Buffer>();
  const upload = async (width: number) => {
    const picture = png(width, 30);
    const body = new FormData();
    body.set("option[content]", `${width}`);
    body.append("option_attachments[]", new Blob([picture]), "a.png");
    const { id } = await owner.options.create({ poll_id, body });
    pictures.set(id, picture);
  };
  const readAll = async () => {
    const read = [];
    for (const [id, picture] of pictures) {
      const { attachment } = await owner.options.show({ poll_id, id });
      const address = new URL(attachment?.attachment_original_url ?? "");
      const answer = await fetch(new URL(address.pathname + address.search, old.baseUrl));
      const content = Buffer.from(await answer.arrayBuffer());
      read.push(content.equals(picture));
    }
    return read;
  };
  for (let width = 10; width < 20; width += 1) await upload(width);

  const place = `s3://${bucket.options.bucket}/of/polls`;
  const { S3_BUCKET: _, ...server } = bucket.env;
  const atServer = { ...old, env: { ...old.env, ...server } };
  const copy = (...words: readonly string[]) =>
    run(atServer, "storage", "copy", "--from", old.storageDir, "--to", place, ...words);

  let puts = 0;
  bucket.setRules((request, serve) => {
    if (request.operation !== "PutObject") return serve();
    puts += 1;
    return puts > 4 ? refuses("PutObject", 403, "AccessDenied")(request, serve) : serve();
  });
  expect(await copy()).toMatchObject({
    code: 1,
    error: expect.stringMatching(
      /The storage server refused to store a file \(AccessDenied, 403\)$/,
    ),
  });
  bucket.setRules();
  expect(await copy()).toMatchObject({
    code: 0,
    json: { files: 10, copied: 10 - 4, damaged: [], switched: false },
  });

  let isOver = false;
  const refused: unknown[] = [];
  const uploads = (async () => {
    for (let width = 100; !isOver; width += 1) {
      await upload(width).catch((error: { status?: number }) => {
        refused.push(error.status);
        isOver = true;
      });
    }
  })();
  const switched = await copy("--switch");
  expect(switched).toMatchObject({ code: 0, json: { switched: true, damaged: [] } });
  await uploads;
  expect(refused).toEqual([503]);
  expect(await readAll()).toEqual([...pictures].map(() => true));

  await gateway.stop();
  const inBucket = await start({ ...old.env, ...bucket.env, S3_PREFIX: "of/polls" });
  expect(await readAll()).toEqual([...pictures].map(() => true));
  await upload(500);
  expect(bucket.objects.size).toBe(1 + pictures.size);

  const back = path.join(old.storageDir, "../back");
  const damaged = [...bucket.objects.keys()].find((key) => key.includes("originals")) ?? "";
  const whole = bucket.objects.get(damaged);
  bucket.objects.set(damaged, { body: Buffer.from("other"), modifiedAt: new Date() });
  const copyBack = (...words: readonly string[]) =>
    run(atServer, "storage", "copy", "--from", place, "--to", back, ...words);
  expect(await copyBack()).toMatchObject({
    code: 1,
    json: { damaged: [damaged.slice("of/polls/".length)], copied: pictures.size - 1 },
  });
  if (whole !== undefined) bucket.objects.set(damaged, whole);
  expect(await copyBack("--switch")).toMatchObject({ code: 0, json: { copied: 1 } });
  await inBucket.stop();
  await start({ ...old.env, STORAGE_DIR: back });
  expect(await readAll()).toEqual([...pictures].map(() => true));

  const other = await prepare("other");
  await migrate(other.databaseUrl, migrations);
  const stored = () => digestsBelow(path.join(back, "files"));
  const before = await stored();
  expect(await run(other, "storage", "copy", "--from", old.storageDir, "--to", back)).toMatchObject(
    {
      code: 1,
      error: expect.stringMatching(/^The place of --to belongs to another deployment/),
    },
  );
  expect(await stored()).toEqual(before);
});
