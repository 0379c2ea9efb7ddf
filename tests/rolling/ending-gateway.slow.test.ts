// Covers docs/reliability.md: ending-a-process

import { createClient, type Results } from "@polls/client";
import type { Db } from "@polls/db/connection";
import {
  atFileEnd,
  connectPatiently,
  type Journey,
  sendRequest,
  startJourney,
  waitFor,
} from "@polls/testing";
import { signUp } from "../../services/gateway/testing/sign-up";
import { beginUpload } from "./begin-upload";

jest.setTimeout(120_000);

let journey: Journey<"gateway">;
let db: Db;
beforeAll(async () => {
  journey = await startJourney({
    services: ["gateway"],
    withoutRedis: true,
    env: { SHUTDOWN_DELAY_SECONDS: "4" },
  });
  db = connectPatiently(journey.databaseUrl, { max: 2 });
  atFileEnd("the database", () => db.close());
});

afterEach(() => journey.services.gateway.start());

test("a gateway that shuts down still answers, then accepts no connection, and finishes its requests", async () => {
  const { gateway } = journey.services;
  const { privateToken: token } = await signUp(db);
  const owner = createClient({ baseUrl: gateway.url, token });
  const optionsOf = async (type: "Polls::Voting" | "Polls::PhotoGallery") => {
    const { member_hash } = await owner.polls.create({ body: { poll: { title: "Lunch", type } } });
    return `/api/v1/polls/${member_hash}/options`;
  };
  const [options, pictures] = [
    await optionsOf("Polls::Voting"),
    await optionsOf("Polls::PhotoGallery"),
  ];

  const seen: Results[] = [];
  const stream = await fetch(gateway.url + options.replace(/options$/, "results/stream"), {
    headers: { Authorization: `Bearer ${token}` },
  });
  let streamEnded = false;
  const following = (async () => {
    for await (const chunk of stream.body ?? []) {
      const [, data] = /^data: (.*)$/m.exec(Buffer.from(chunk).toString()) ?? [];
      if (data !== undefined) seen.push(JSON.parse(data));
    }
    streamEnded = true;
  })();
  following.catch(() => undefined);
  await waitFor(() => seen.length > 0, { what: "the first results" });
  const upload = beginUpload(gateway.url + pictures, token);

  const ended = gateway.stop();
  const readiness = () => sendRequest(gateway.url, gateway.url, "GET /readyz");
  await waitFor(async () => (await readiness()).status === 503, { what: "it is not ready" });
  expect((await readiness()).body).toMatchObject({ parts: { process: "ending" } });

  const body = { option: { content: "Pizza" } };
  const answer = await sendRequest(gateway.url, gateway.url, `POST ${options}`, { token, body });
  expect([answer.status, answer.headers.get("connection")]).toEqual([201, "close"]);
  await waitFor(() => seen.at(-1)?.options.length === 1, { what: "the stream goes on" });
  expect(streamEnded).toBe(false);

  const refuses = () =>
    readiness().then(
      () => false,
      (error: Error) => (error.cause as NodeJS.ErrnoException).code === "ECONNREFUSED",
    );
  await waitFor(refuses, { what: "it takes no more connections" });
  await following;
  upload.finish();
  expect(await upload.status).toBe(201);
  expect(await ended).toEqual({ code: 0, signal: undefined });
  expect(await db.prisma.option.count()).toBe(2);
});

test("a second signal ends it at once", async () => {
  const { gateway } = journey.services;
  const ended = gateway.stop();
  await waitFor(
    async () => (await sendRequest(gateway.url, gateway.url, "GET /readyz")).status === 503,
    { what: "it is not ready" },
  );
  process.kill(gateway.pid(), "SIGTERM");
  expect(await ended).toEqual({ code: 1, signal: undefined });
});
