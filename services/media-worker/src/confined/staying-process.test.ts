// Covers docs/reliability.md: confined-decoders

import { join } from "node:path";
import { waitFor } from "@polls/testing";
import { temporaryDirectory } from "../../testing/temporary-directory";
import { type Confinement, findConfinement } from "./confinement";
import { type StayingProcess, startStaying } from "./staying-process";

const MB = 1024 * 1024;
const limits = { cpuSeconds: 10, memoryBytes: 1_024 * MB, fileBytes: 10 * MB };
const timeout = { wallMs: 10_000 };
const { signal } = new AbortController();

let confinement: Confinement;
let cwd: string;
const started: StayingProcess[] = [];
beforeAll(async () => {
  confinement = await findConfinement(process.env.PATH ?? "");
  cwd = await temporaryDirectory();
});
afterAll(() => Promise.all(started.map((one) => one.end())));

/** A process that runs a shell script for each line of its input. */
function shell(script: string, changes: { cwd?: string; memoryBytes?: number } = {}) {
  const { memoryBytes = limits.memoryBytes, ...where } = changes;
  const one = startStaying(confinement, {
    command: "/bin/sh",
    args: ["-c", `while read -r line; do ${script}; done`],
    cwd,
    ...where,
    limits: { ...limits, memoryBytes },
  });
  started.push(one);
  return one;
}

test("responds to one line after the other", async () => {
  const one = shell('n=$((n + 1)); echo "$line $n"');
  expect(await one.ask("first", timeout, signal)).toEqual({ how: "answered", line: "first 1" });
  expect(await one.ask("second", timeout, signal)).toEqual({ how: "answered", line: "second 2" });
  expect(one.isOver()).toBe(false);
  await one.end();
  expect(one.isOver()).toBe(true);
});

describe("the process ends when it", () => {
  test("takes too long", async () => {
    const one = shell("sleep 60");
    expect(await one.ask("", { wallMs: 100 }, signal)).toMatchObject({
      how: "timed_out",
      complaint: "",
    });
    expect(one.isOver()).toBe(true);
  });

  test("takes too long: the processor time of this request is told", async () => {
    const spin = (count: number) => `n=0; while [ $n -lt ${count} ]; do n=$((n+1)); done`;
    const busy = shell(`if [ "$line" = idle ]; then sleep 60; fi; ${spin(300_000)}; echo done`);
    expect(await busy.ask("busy", timeout, signal)).toMatchObject({ how: "answered" });
    const idle = await busy.ask("idle", { wallMs: 100 }, signal);
    const used = idle.how === "timed_out" ? idle.demand?.usedSeconds : undefined;
    expect(used).toBeLessThan(0.1);
  });

  test("gets an aborted signal, and the call rejects with the reason", async () => {
    const one = shell("sleep 60");
    const stop = new AbortController();
    const asked = one.ask("", timeout, stop.signal);
    stop.abort(new Error("the lock is lost"));
    await expect(asked).rejects.toThrow("the lock is lost");
    expect(one.isOver()).toBe(true);
  });

  test("crashes", async () => {
    expect(await shell("kill -SEGV $$").ask("", timeout, signal)).toMatchObject({
      how: "killed",
      by: "SIGSEGV",
    });
  });

  test("exits, and its error output is returned", async () => {
    const one = shell("echo why >&2; exit 3");
    expect(await one.ask("", timeout, signal)).toEqual({
      how: "exited",
      code: 3,
      complaint: "why",
    });
  });

  test("has endless output", async () => {
    expect(await shell("yes | tr -d '\\n'").ask("", timeout, signal)).toMatchObject({
      how: "killed",
      by: "SIGKILL",
    });
  });

  test("responds with more than one line", async () => {
    const one = shell("echo an answer; echo and more");
    expect(await one.ask("", timeout, signal)).toEqual({ how: "answered", line: "an answer" });
    await waitFor(() => one.isOver(), { what: "the end of a talker" });
  });

  test("gets a request after its end", async () => {
    const one = shell("echo an answer");
    await one.end();
    expect(await one.ask("", timeout, signal)).toMatchObject({ how: "killed" });
  });
});

test("rejects when the program cannot be started", async () => {
  const one = shell("echo", { cwd: join(cwd, "absent") });
  await expect(one.ask("", timeout, signal)).rejects.toThrow("ENOENT");
});
