import { isIP } from "node:net";
import {
  databaseVariables,
  type Env,
  parseEnv,
  redisPrefix,
  redisUrl,
  unknownVariables,
} from "@polls/config";
import { chooseBackend, type QueueBackend } from "@polls/jobs";
import { z } from "zod";

/** The internal address of a service. A host name may resolve to several processes. */
export interface ServiceAddress {
  readonly service: string;
  readonly host: string;
  readonly port: number;
}

export interface OpsEnvironment {
  readonly backend: QueueBackend;
  readonly services: readonly ServiceAddress[];
  /** Variables that no service reads, probably misspelled. */
  readonly unknownVariables: readonly string[];
}

/** The default ports of the services on this machine. */
const usual =
  "gateway=127.0.0.1:9095,media-worker=127.0.0.1:9091,mail-worker=127.0.0.1:9092," +
  "payment-worker=127.0.0.1:9093,webhook-worker=127.0.0.1:9094";

const services = z.string().transform((text, context): readonly ServiceAddress[] => {
  const parts = text.split(",").map((part) => part.trim());
  const found = parts.flatMap((part) => addressOf(part) ?? []);
  if (found.length === parts.length) return found;
  context.addIssue({
    code: "custom",
    message: "must be addresses like gateway=127.0.0.1:9095, separated by commas",
  });
  return z.NEVER;
});

function addressOf(text: string): ServiceAddress | undefined {
  const [, service, host = "", port] =
    /^([a-z-]+)=(\[[\da-f:.]+\]|[^\s:/@]+):(\d{1,5})$/.exec(text) ?? [];
  const name = host.replace(/^\[(.*)\]$/, "$1");
  if (service === undefined || (host !== name && isIP(name) !== 6)) return undefined;
  return { service, host: name, port: Number(port) };
}

const schema = z
  .object({
    ...databaseVariables,
    REDIS_URL: redisUrl.optional(),
    REDIS_PREFIX: redisPrefix,
    OPS_SERVICES: services.prefault(usual),
  })
  .transform((env) => ({
    backend: chooseBackend({
      databaseUrl: env.DATABASE_URL,
      databasePooler: env.DATABASE_POOLER,
      redisUrl: env.REDIS_URL,
      redisPrefix: env.REDIS_PREFIX,
    }),
    services: env.OPS_SERVICES,
  }));

/** Reads the environment. Throws `InvalidEnvironment`, which names every problem but no value. */
export const readOpsEnvironment = (env: Env): OpsEnvironment => ({
  ...parseEnv(schema, env),
  unknownVariables: unknownVariables(env),
});
