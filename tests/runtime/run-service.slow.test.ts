// Covers docs/reliability.md: ending-a-process

import path from "node:path";
import { fromSource } from "@polls/devstack";
import { type ChildProcess, spawn } from "@polls/devstack/children";
import { waitFor } from "@polls/testing";

const root = path.resolve(__dirname, "../..");
const program = path.join(__dirname, "service.ts");

interface Service {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

const running: Service[] = [];

/** A real process around `runService`; `behavior` selects what its service does. */
function startService(behavior: string, ...options: readonly string[]): Service {
  const child = spawn(process.execPath, [...fromSource, program, behavior, ...options], {
    cwd: root,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes) => {
      said += bytes;
    });
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const service = { child, output: () => said, exit };
  running.push(service);
  return service;
}

const isReady = ({ output }: Service) =>
  waitFor(() => output().includes('"ready"'), { what: "the service is ready" });

afterEach(async () => {
  for (const { child, exit } of running.splice(0)) {
    child.kill("SIGKILL");
    await exit;
  }
});

describe("runService", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "%s ends it in order, with exit code 0",
    async (signal) => {
      const service = startService("serve");
      await isReady(service);
      service.child.kill(signal);
      expect(await service.exit).toBe(0);
      const closed = [...service.output().matchAll(/"closed (\w+)"/g)].map(([, what]) => what);
      expect(closed).toEqual(["second", "first"]);
    },
  );

  test.each([
    ["off", [], false],
    ["on", ["traced"], true],
  ])(
    "the packages for traces are loaded only if traces are enabled (%s)",
    async (_case, options, loads) => {
      const service = startService("tells what it loaded", ...options);
      await isReady(service);
      const line = service
        .output()
        .split("\n")
        .find((text) => text.includes('"loaded"'));
      const { loaded } = JSON.parse(line ?? "{}") as { readonly loaded: readonly string[] };
      for (const name of ["sdk-trace", "exporter-trace-otlp-http", "core", "resources"]) {
        expect(loaded.includes(`@opentelemetry/${name}`)).toBe(loads);
      }
    },
  );

  test("a second signal exits at once", async () => {
    const service = startService("stuck");
    await isReady(service);
    service.child.kill("SIGTERM");
    await waitFor(() => service.output().includes("ending"), {
      what: "its end",
    });
    service.child.kill("SIGTERM");
    expect(await service.exit).toBe(1);
  });

  test.each(["throws in a timer", "rejects unheard"])(
    "a service that %s reports, ends in order and exits 1",
    async (behavior) => {
      const service = startService(behavior);
      expect(await service.exit).toBe(1);
      expect(service.output()).toContain('"msg":"defect"');
      expect(service.output()).toContain("closed first");
    },
  );

  test("a failed start is reported with its stack, and open resources are closed", async () => {
    const service = startService("fails to start");
    expect(await service.exit).toBe(1);
    expect(service.output()).toContain('"msg":"did not start"');
    expect(service.output()).toContain("closed first");
  });

  test("an invalid setting is reported without a stack, with exit code 2", async () => {
    const service = startService("is set wrongly");
    expect(await service.exit).toBe(2);
    expect(service.output()).toContain("Redis has settings with which it may lose jobs");
    expect(service.output()).not.toContain("stack");
  });

  test("an invalid environment is reported in plain words, with exit code 2", async () => {
    const service = startService("serve", "broken");
    expect(await service.exit).toBe(2);
    expect(service.output()).toBe("test-service: The environment is invalid:\n  PORT is missing\n");
  });

  test("a misspelled variable is reported by its name", async () => {
    const service = startService("serve", "misspelled");
    await isReady(service);
    expect(service.output()).toMatch(/"variable":"MAIL_FORM".*has no effect/);
  });

  test("a setting that production was told to allow is logged", async () => {
    const service = startService("serve", "production");
    await isReady(service);
    expect(service.output()).toContain("BASE_URL begins with http://");
  });

  test.each([
    ["alone", [], Number.parseInt(process.versions.node, 10) < 22],
    ["below npm start", ["exit-with-parent"], false],
  ])("a version of Node without fixes is logged (%s)", async (_case, options, isLogged) => {
    const service = startService("serve", ...options);
    await isReady(service);
    expect(service.output().includes("has reached its end of life")).toBe(isLogged);
  });

  test("with EXIT_WITH_PARENT it exits when its parent has ended", async () => {
    const service = startService("serve", "exit-with-parent");
    await isReady(service);
    service.child.stdin?.end();
    expect(await service.exit).toBe(0);
    expect(service.output()).toContain("closed first");
  });

  test("a signal during the start ends it", async () => {
    const service = startService("waits for a server");
    await waitFor(() => service.output().includes("waiting"), {
      what: "the wait",
    });
    service.child.kill("SIGTERM");
    expect(await service.exit).toBe(0);
  });
});
