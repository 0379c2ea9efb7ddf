import net from "node:net";
import { freePort, isPortFree, portNear } from "./ports";
import { askUntil, describeExit, isAlive, runProcess } from "./run-process";

const node = (program: string, env: Record<string, string> = {}) =>
  runProcess({ name: "program", command: process.execPath, args: ["-e", program], env });

test("a process has exactly the given environment", async () => {
  const running = await node("console.log(Object.keys(process.env).sort().join())", { ONLY: "1" });
  await running.exited;
  expect(running.lastLines()).toEqual(["ONLY"]);
});

test("both outputs and the exit code are returned", async () => {
  const running = await node("console.log('out'); console.error('err'); process.exit(3)");
  expect(describeExit(await running.exited)).toBe("exit code 3");
  expect([...running.lastLines()].sort()).toEqual(["err", "out"]);
  expect(running.isRunning()).toBe(false);
});

test("a process that ignores the signal is killed at the deadline", async () => {
  const running = await node(
    "process.on('SIGTERM', () => {}); console.log('up'); process.stdin.resume()",
  );
  await askUntil(async () => running.lastLines()[0], { deadlineMs: 10_000 });
  expect(running.lastLines()).toEqual(["up"]);
  expect(describeExit(await running.stop({ deadlineMs: 50 }))).toBe("signal SIGKILL");
  expect(isAlive(running.pid)).toBe(false);
});

test("a missing program rejects", async () => {
  const running = runProcess({ name: "ghost", command: "/nowhere", args: [], env: {} });
  await expect(running).rejects.toThrow("ghost cannot be started");
});

test("a port with a listener is not available, and another one is returned", async () => {
  const server = net.createServer();
  const port = await freePort();
  expect(await isPortFree(port)).toBe(true);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  try {
    expect(await isPortFree(port)).toBe(false);
    const near = await portNear(port);
    expect(near).not.toBe(port);
    expect(await isPortFree(near)).toBe(true);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

test("a check is repeated until it succeeds or the deadline passes", async () => {
  const answers = [undefined, undefined, "yes"];
  expect(await askUntil(async () => answers.shift(), { deadlineMs: 5_000, everyMs: 1 })).toBe(
    "yes",
  );
  expect(await askUntil(async () => undefined, { deadlineMs: 10, everyMs: 1 })).toBeUndefined();
});
