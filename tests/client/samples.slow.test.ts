// Covers docs/reference/requests.md: documentation

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { createClient } from "@polls/client";
import { BaseUrl } from "@polls/config";
import { run, spawnSync } from "@polls/devstack/children";
import { describeWhere } from "@polls/testing";
import {
  endpoints,
  openApiDocument,
  operationsOf,
  type RecordedStep,
  type Sample,
  type SampleLanguage,
  samplesOf,
} from "../../services/gateway/testing";

// Slow, because it runs other programs.
jest.setTimeout(120_000);

const has = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args).status === 0;

const TOKENS = { PRIVATE_TOKEN: "psk_private", PUBLIC_TOKEN: "ppk_public" };
const PHOTO = "the bytes of a photo";

/** The request of a sample, as a step of a story. */
interface Sent
  extends Pick<RecordedStep, "method" | "path" | "token" | "headers" | "body" | "form"> {
  readonly query?: Readonly<Record<string, string>>;
}

let directory: string;
let server: http.Server;
let baseUrl: BaseUrl;
let sent: Sent[];
let samples: readonly Sample[];

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), "samples-"));
  writeFileSync(path.join(directory, "photo.jpg"), PHOTO);
  server = http.createServer(async (request, response) => {
    const { status = 500, answer } = samples[sent.length]?.step ?? {};
    sent.push(await readStep(request));
    const isText = typeof answer === "string";
    const type = isText && answer.includes("data: ") ? "text/event-stream" : "text/plain";
    response.writeHead(status, { "Content-Type": isText ? type : "application/json" });
    response.end(status === 204 ? undefined : isText ? answer : JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = new BaseUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  samples = operationsOf(openApiDocument(endpoints, baseUrl)).flatMap((operation) =>
    samplesOf(operation, baseUrl),
  );
});
beforeEach(() => {
  sent = [];
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(directory, { recursive: true, force: true });
});

const decoded = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : decodeURIComponent(text);

async function readStep(request: http.IncomingMessage): Promise<Sent> {
  const { method = "", url = "", headers } = request;
  const [token] = Object.entries(TOKENS).find(
    ([, value]) => headers.authorization === `Bearer ${value}`,
  ) ?? [null];
  const text = (name: string) =>
    (headers[name] as string | undefined) ?? decoded(headers[`${name}-encoded`] as string);
  const identifier = text("x-service-user-identifier");
  const password = text("x-service-poll-password");
  const bytes = await buffer(request);
  const type = headers["content-type"] ?? "";
  const isForm = type.startsWith("multipart/form-data");
  return sentStep({
    method,
    path: url,
    token: token === null ? null : (token.split("_")[0]?.toLowerCase() as "private" | "public"),
    headers: {
      ...(identifier === undefined ? {} : { "X-SERVICE-USER-IDENTIFIER": identifier }),
      ...(password === undefined ? {} : { "X-SERVICE-POLL-PASSWORD": password }),
    },
    ...(type === "application/json" ? { body: JSON.parse(bytes.toString()) } : {}),
    ...(isForm ? { form: await readForm(type, bytes) } : {}),
  });
}

/** The fields of a form; a list of "a file" for files, as in stories. */
async function readForm(type: string, bytes: Buffer): Promise<Record<string, unknown>> {
  const form = await new Response(new Uint8Array(bytes), {
    headers: { "Content-Type": type },
  }).formData();
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form.entries()) {
    if (typeof value === "string") fields[name] = value;
    else {
      expect([value.name, await value.text()]).toEqual(["photo.jpg", PHOTO]);
      fields[name] = ["a file"];
    }
  }
  return fields;
}

/** The parts of a request that are compared. */
const sentStep = ({ method, path: url, token, headers, body, form }: Sent): Sent => ({
  method,
  path: new URL(url, "http://localhost").pathname,
  token,
  headers: headers ?? {},
  query: Object.fromEntries(new URL(url, "http://localhost").searchParams),
  ...(body === undefined ? {} : { body }),
  ...(form === undefined ? {} : { form }),
});

/** Runs the samples of a language in their order; each sends the one request of its story. */
async function runAll(
  language: SampleLanguage,
  run: (codes: readonly string[]) => Promise<unknown>,
): Promise<void> {
  await run(samples.map(({ code }) => code[language]));
  expect(sent).toEqual(samples.map(({ step }) => sentStep(step)));
}

const runProgram = (program: string, ...args: readonly string[]) =>
  run(program, args, { cwd: directory, env: { ...process.env, ...TOKENS } });

test("every operation has a sample", () => {
  const named = new Set(samples.map(({ step }) => step.operation));
  expect(endpoints.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
});

describeWhere(has("curl", "--version"), "curl is not installed")("with curl", () => {
  test("the samples of curl send the requests of the stories", () =>
    runAll("curl", (codes) => runProgram("bash", "-euc", codes.join("\n"))));
});

test("the samples of JavaScript send the requests of the stories", async () => {
  const openAsBlob = async () => new Blob([PHOTO]);
  const AsyncFunction = (async () => undefined).constructor as new (
    ...parts: readonly string[]
  ) => (...given: readonly unknown[]) => Promise<void>;
  await runAll("javascript", async (codes) => {
    for (const code of codes) {
      const body = code.replaceAll(/^import \{ \w+ \} from "[^"]+";$/gm, "");
      const program = new AsyncFunction("createClient", "openAsBlob", "process", "console", body);
      await program(createClient, openAsBlob, { env: TOKENS }, { log: () => undefined });
    }
  });
});

const hasPython = has("python3", "-c", "import requests");

describeWhere(hasPython, "Python has no requests")("with Python", () => {
  test("the samples of Python send the requests of the stories", () =>
    runAll("python", (codes) => {
      writeFileSync(path.join(directory, "samples.json"), JSON.stringify(codes));
      const program = `import json\nfor code in json.load(open("samples.json")): exec(code, {})`;
      return runProgram("python3", "-W", "ignore", "-c", program);
    }));
});
