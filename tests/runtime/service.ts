import { setTimeout as pause } from "node:timers/promises";
import { runService, type ServiceContext } from "@polls/runtime";

class Named extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

const [behavior = "", ...options] = process.argv.slice(2);

const never = () => new Promise<never>(() => undefined);

/** What a test service does after its first resource is open. */
const behaviors: Readonly<Record<string, (context: ServiceContext) => Promise<void>>> = {
  serve: async ({ life, log }) => {
    life.add("second", "second", async () => log.info("closed second"));
  },
  "tells what it loaded": async ({ log }) => {
    const loaded = Object.keys(require.cache).flatMap(
      (file) => /node_modules\/(@opentelemetry\/[\w-]+)/.exec(file)?.[1] ?? [],
    );
    log.info({ loaded: [...new Set(loaded)] }, "loaded");
  },
  stuck: async ({ life }) => {
    life.add("stuck", "stuck", never);
  },
  "throws in a timer": async () => {
    setTimeout(() => {
      throw new Error("thrown");
    }, 10);
  },
  "rejects unheard": async () => {
    void Promise.reject(new Error("rejected"));
  },
  "fails to start": async () => {
    throw new Error("no");
  },
  "is set wrongly": async () => {
    throw new Named(
      "WrongSetting",
      "Redis has settings with which it may lose jobs: appendonly is off",
    );
  },
  "waits for a server": async ({ life, log }) => {
    log.info("waiting");
    await pause(60_000, undefined, { signal: life.signal });
  },
};

void runService(
  "test-service",
  () => {
    if (options.includes("broken"))
      throw new Named("InvalidEnvironment", "The environment is invalid:\n  PORT is missing");
    return {
      logLevel: "info",
      production: options.includes("production"),
      unsafeSettings: ["BASE_URL begins with http://"],
      extraAuthorities: [],
      proxy: undefined,
      exitWithParent: options.includes("exit-with-parent"),
      traces: options.includes("traced") ? { endpoint: "http://127.0.0.1:1", share: 1 } : undefined,
      unknownVariables: options.includes("misspelled") ? ["MAIL_FORM"] : [],
    };
  },
  async (_config, context) => {
    context.life.add(
      "first",
      setInterval(() => undefined, 1_000),
      async (timer) => {
        clearInterval(timer);
        context.log.info("closed first");
      },
    );
    await behaviors[behavior]?.(context);
  },
);
