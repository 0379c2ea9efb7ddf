import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connectPatiently } from "@polls/testing";
import { runCommand } from "../command/run-command";
import { sweepCommand } from "./sweep-command";

const seen: string[] = [];
beforeEach(() => {
  seen.length = 0;
});
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function listen(service: string, body: unknown) {
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end(JSON.stringify(body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { service, host: "127.0.0.1", port: (server.address() as AddressInfo).port };
}

async function sweep(services: readonly { service: string; host: string; port: number }[]) {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line);
  const url = "postgresql://nobody@127.0.0.1:1/none";
  const environment = {
    services,
    backend: { kind: "postgres", url } as const,
    unknownVariables: [],
  };
  const code = await runCommand(
    ["ops", "sweep"],
    [sweepCommand(() => environment)],
    () => connectPatiently(url, { max: 1 }),
    { print: keep, printError: keep },
  );
  return { code, text: lines.join("\n") };
}

test("every service runs its tasks, and the result of each task is shown", async () => {
  const chores = [
    { chore: "sweep of the storage", outcome: "done" },
    { chore: "completion of earlier uploads", outcome: "goes on" },
  ];
  const media = await listen("media-worker", { service: "media-worker", chores });
  expect(await sweep([media])).toEqual({
    code: 0,
    text: [
      "service       task                           outcome",
      "media-worker  sweep of the storage           done",
      "media-worker  completion of earlier uploads  goes on",
    ].join("\n"),
  });
  expect(seen).toEqual(["POST /sweep"]);
});

test("a failed task or a service that does not run gives exit code 1", async () => {
  const chores = [{ chore: "sweep", outcome: "failed" }];
  const failing = await listen("payment-worker", { service: "payment-worker", chores });
  expect((await sweep([failing])).code).toBe(1);
  const away = await listen("mail-worker", {});
  await new Promise((resolve) => servers.pop()?.close(resolve));
  expect(await sweep([away])).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^mail-worker +all +failed: nothing listens at its address$/m),
  });
});
