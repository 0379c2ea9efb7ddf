import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { claimDataDir, findStack } from "./stack-file";

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "polls-test-"));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const facts = {
  baseUrl: "http://localhost:3000",
  databaseUrl: "postgresql://postgres:postgres@127.0.0.1:54329/polls",
  services: { gateway: { pid: 7, port: 3_000, metricsPort: 9_095 } },
};

test("a directory without a running stack has none", async () => {
  expect(await findStack(dir)).toBeUndefined();
});

test("a stack is found from its start until its release", async () => {
  const claim = await claimDataDir(dir);
  expect(await findStack(dir)).toBeUndefined();
  claim.publish(facts);
  expect(await findStack(dir)).toEqual(facts);
  claim.release();
  expect(await findStack(dir)).toBeUndefined();
});

test("a second stack on the same directory is refused, and the error has the address of the first", async () => {
  const claim = await claimDataDir(dir);
  try {
    await expect(claimDataDir(dir)).rejects.toThrow(`is already running on ${dir}`);
    claim.publish(facts);
    await expect(claimDataDir(dir)).rejects.toThrow("is already running at http://localhost:3000");
  } finally {
    claim.release();
  }
});

test.each([
  ["in an empty directory", () => undefined],
  [
    "after a stack that was killed",
    () => fs.writeFileSync(path.join(dir, "stack.json"), '{"id":"gone","pid":1,"controlPort":1}'),
  ],
])("of stacks that start at the same time %s, one gets the directory", async (_case, prepare) => {
  prepare();
  const claims = await Promise.allSettled(Array.from({ length: 8 }, () => claimDataDir(dir)));
  const taken = claims.filter(({ status }) => status === "fulfilled");
  expect(taken).toHaveLength(1);
  for (const claim of claims) {
    if (claim.status === "fulfilled") claim.value.release();
    else
      expect(claim.reason).toMatchObject({ message: expect.stringContaining("already running") });
  }
  expect(fs.readdirSync(dir)).toEqual([]);
});

test.each([
  [
    "of a stack that was killed",
    (id: string) => JSON.stringify({ id, pid: process.pid, controlPort: 1, ...facts }),
  ],
  ["that was cut off in the middle", () => '{"id": "'],
])("a file %s is not a stack, and does not prevent a start", async (_case, content) => {
  fs.writeFileSync(path.join(dir, "stack.json"), content("gone"));
  expect(await findStack(dir)).toBeUndefined();
  (await claimDataDir(dir)).release();
});

test("a stack that answers late, because its machine is busy, is found and keeps its directory", async () => {
  const late = net.createServer((socket) => {
    setTimeout(() => socket.end("late"), 1_500);
  });
  await new Promise<void>((resolve) => late.listen(0, "127.0.0.1", resolve));
  const { port: controlPort } = late.address() as net.AddressInfo;
  const stack = { id: "late", pid: process.pid, controlPort, ...facts };
  fs.writeFileSync(path.join(dir, "stack.json"), JSON.stringify(stack));
  try {
    expect(await findStack(dir)).toEqual(facts);
    await expect(claimDataDir(dir)).rejects.toThrow("is already running at http://localhost:3000");
  } finally {
    late.close();
  }
});

test.each([
  ["a stack that is silent for long is found, with a warning", process.pid, [facts, 1]],
  ["a silent program on the port of a killed stack is not a stack", 2 ** 22 + 1, [undefined, 0]],
] as const)("%s", async (_case, pid, expected) => {
  const open: net.Socket[] = [];
  const program = net.createServer((socket) => void open.push(socket));
  await new Promise<void>((resolve) => program.listen(0, "127.0.0.1", resolve));
  const { port: controlPort } = program.address() as net.AddressInfo;
  const file = path.join(dir, "stack.json");
  fs.writeFileSync(file, JSON.stringify({ id: "silent", pid, controlPort, ...facts }));
  const warned: string[] = [];
  const beganAt = performance.now();
  try {
    const found = await findStack(dir, (sentence) => warned.push(sentence));
    expect([found, warned.length]).toEqual(expected);
    expect(performance.now() - beganAt).toBeLessThan(8_000);
    for (const sentence of warned) expect(sentence).toContain(`delete ${file}.`);
  } finally {
    for (const socket of open) socket.destroy();
    program.close();
  }
});

test("another program on the port of a killed stack is not a stack", async () => {
  const other = await claimDataDir(fs.mkdtempSync(path.join(dir, "other-")));
  const [folder = ""] = fs.readdirSync(dir);
  const { controlPort } = JSON.parse(fs.readFileSync(path.join(dir, folder, "stack.json"), "utf8"));
  fs.writeFileSync(
    path.join(dir, "stack.json"),
    JSON.stringify({ id: "gone", pid: process.pid, controlPort, ...facts }),
  );
  try {
    expect(await findStack(dir)).toBeUndefined();
  } finally {
    other.release();
  }
});

test("only its owner can read the file, because it contains the database's password", async () => {
  const claim = await claimDataDir(dir);
  expect(fs.statSync(path.join(dir, "stack.json")).mode & 0o077).toBe(0);
  claim.release();
});
