// Covers docs/reference/client.md: quick-start

import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { type Client, createClient } from "@polls/client";
import { freePort, startFakeProvider } from "@polls/devstack";
import { type ChildProcess, spawn } from "@polls/devstack/children";
import { atFileEnd, connectPatiently, startJourney, waitFor } from "@polls/testing";
import { describeWithBrowser, dumpPage } from "../../services/gateway/testing/check-pages";
import { signUp } from "../../services/gateway/testing/sign-up";
import { makePicture } from "../../services/media-worker/testing/make-media";
import { renderTools } from "../../services/media-worker/testing/render-tools";
import { buildClient, root } from "../client/build-client";
import { pay } from "../payments/payer";

jest.setTimeout(240_000);

const examples = path.join(root, "examples");
const SECRET = "whsec_of_the_examples_and_of_nothing_else";

let owner: Client;
let env: Readonly<Record<"BASE_URL" | "PRIVATE_TOKEN" | "PUBLIC_TOKEN", string>>;
let work: string;
beforeAll(async () => {
  await buildClient();
  work = await mkdtemp(path.join(tmpdir(), "examples-"));
  atFileEnd("files", () => rm(work, { recursive: true, force: true }));
  let webhookUrl: string | undefined;
  const fakeServer = await startFakeProvider({
    port: await freePort(),
    webhooks: { address: () => webhookUrl, secret: SECRET },
  });
  atFileEnd("the fake payment provider", () => fakeServer.stop());
  const { programs } = await renderTools();
  const journey = await startJourney({
    services: ["gateway", "media-worker", "payment-worker", "webhook-worker"],
    env: {
      MEDIA_WORK_DIR: work,
      FFMPEG_PATH: programs.ffmpeg,
      STRIPE_SECRET_KEY: "sk_test_examples",
      STRIPE_API_URL: fakeServer.url,
      STRIPE_WEBHOOK_SECRET: SECRET,
      WEBHOOK_ALLOW_INSECURE: "1",
      WEBHOOK_ALLOW_NETWORKS: "127.0.0.1",
      WEBHOOK_RESULTS_SECONDS: "0.5",
    },
  });
  webhookUrl = `${journey.baseUrl}/webhooks/stripe`;
  const db = connectPatiently(journey.databaseUrl, { max: 1 });
  const { privateToken, publicToken } = await signUp(db);
  await db.close();
  env = { BASE_URL: journey.baseUrl, PRIVATE_TOKEN: privateToken, PUBLIC_TOKEN: publicToken };
  owner = createClient({ baseUrl: journey.baseUrl, token: privateToken });
});

interface Example {
  readonly lines: () => readonly string[];
  /** Waits for a line, and returns it. */
  readonly line: (pattern: RegExp) => Promise<string>;
  /** Waits for the end, and returns all lines. */
  readonly ended: () => Promise<readonly string[]>;
  readonly process: ChildProcess;
}

/** Runs an example with the environment variables that its header lists. */
function start(name: string, args: readonly string[] = [], more: object = {}): Example {
  const child = spawn(process.execPath, [path.join(examples, name), ...args], {
    env: { ...env, ...more },
  });
  atFileEnd(name, async () => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const lines = () => said.trimEnd().split("\n");
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  return {
    lines,
    line: (pattern) =>
      waitFor(
        () => {
          const found = lines().find((line) => pattern.test(line));
          if (found === undefined && isOver()) throw new Error(`${name} has ended: ${said}`);
          return found;
        },
        { what: `${pattern} of ${name}` },
      ),
    ended: async () => {
      await waitFor(isOver, { deadlineMs: 120_000, what: `the end of ${name}` });
      if (child.exitCode !== 0) throw new Error(said);
      return lines();
    },
    process: child,
  };
}

test("have at most 60 lines", () => {
  const names = readdirSync(examples).filter((name) => name !== "README.md");
  expect(names).toHaveLength(5);
  for (const name of names) {
    const lines = readFileSync(path.join(examples, name), "utf8").trimEnd().split("\n");
    expect([name, lines.length <= 60]).toEqual([name, true]);
  }
});

test("a survey that branches", async () => {
  expect(await start("survey.mjs").ended()).toEqual([
    "Ada: complete",
    "Ben: an answer is missing",
    "Cleo: complete",
  ]);
});

test("a contest of photos", async () => {
  const files = ["lake.png", "wood.png"].map((name) => path.join(work, name));
  for (const [index, file] of files.entries()) {
    await writeFile(file, await makePicture(400 + index, 300));
  }
  const none = path.join(work, "none.png");
  await writeFile(none, "no picture");
  const lines = await start("photo-contest.mjs", [...files, none]).ended();
  expect(lines.filter((line) => /lake\.png: \d+ bytes/.test(line))).toHaveLength(1);
  expect(lines.find((line) => line.startsWith(`${none}: `))).toBeDefined();
  expect(lines.find((line) => /^wood: http.+/.test(line))).toBeDefined();
  expect(lines.slice(-2)).toEqual(["4.67  lake", "3.33  wood"]);
});

test("sold votes", async () => {
  const example = start("sold-votes.mjs");
  const url = (await example.line(/^Pay here: /)).slice("Pay here: ".length);
  await pay(url);
  expect((await example.ended()).slice(1)).toEqual([
    "Paid: Team one has 5 votes",
    "Refunded: Team one has 3 votes",
  ]);
});

/** A poll with an option, and a visitor's vote on it. */
async function pollWithOption() {
  const { member_hash: poll_id } = await owner.polls.create({ body: { poll: { title: "Lunch" } } });
  const body = { option: { content: "Soup <b>" } };
  const { id: option_id } = await owner.options.create({ poll_id, body });
  const vote = async (identifier: string) => {
    const visitor = owner.with({ token: env.PUBLIC_TOKEN, identifier });
    const voter = { user_name: identifier };
    const { id } = await visitor.participants.create({ poll_id, body: { voter } });
    const cast = { voter_id: id, option_id, vote: { vote: 1 } };
    await visitor.votes.cast({ poll_id, body: cast });
  };
  return { poll_id, vote };
}

test("a receiver of webhooks", async () => {
  const PORT = String(await freePort());
  const example = start("webhook-receiver.mjs", [], {
    PORT,
    PUBLIC_URL: `http://127.0.0.1:${PORT}/polls`,
  });
  await example.line(/^Listening/);
  const { vote } = await pollWithOption();
  await example.line(/^New option: Soup <b>$/);
  await vote("Ada");
  await example.line(/^Soup <b>: 1$/);
  const forged = await fetch(`http://127.0.0.1:${PORT}/polls`, { method: "POST", body: "{}" });
  expect(forged.status).toBe(400);
  example.process.kill("SIGTERM");
  await example.ended();
  expect(await owner.webhooks.list()).toEqual([]);
});

describeWithBrowser("in a browser", () => {
  test("live results in a page", async () => {
    const { poll_id, vote } = await pollWithOption();
    await vote("Ada");
    // The page sends its content here. The browser waits for the picture, and so for the end of the test.
    const seen: string[] = [];
    const held: http.ServerResponse[] = [];
    const watch = `<img src="/held"><script>
      const tell = () => fetch("/seen", { method: "POST", body: document.body.innerText });
      new MutationObserver(tell).observe(document.getElementById("options"), { childList: true });
    </script></body>`;
    const server = http.createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? "", "http://localhost");
      if (pathname === "/held") held.push(response);
      else if (pathname === "/seen") seen.push(await text(request.on("end", () => response.end())));
      else if (pathname === "/examples/live-results.html") {
        response.setHeader("Content-Type", "text/html");
        response.end(readFileSync(path.join(root, pathname), "utf8").replace("</body>", watch));
      } else {
        response.setHeader("Content-Type", "text/javascript");
        response.end(readFileSync(path.join(root, "libs/client/dist/index.mjs")));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    atFileEnd("pages", async () => void server.close());
    const { port } = server.address() as AddressInfo;
    const query = { service: env.BASE_URL, poll: poll_id, token: env.PUBLIC_TOKEN };
    const browsing = dumpPage(
      `http://127.0.0.1:${port}/examples/live-results.html?${new URLSearchParams(query)}`,
    );
    const shows = (line: string) =>
      waitFor(() => seen.some((page) => page.includes(line)), { what: line, deadlineMs: 30_000 });
    await shows("Soup <b>: 1");
    await vote("Ben");
    await shows("Soup <b>: 2");
    for (const response of held) response.end();
    expect(await browsing).toContain("Participants: 2");
  });
});
