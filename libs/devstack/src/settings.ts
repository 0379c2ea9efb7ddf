import path from "node:path";
import { type Env, httpUrl, parseEnv, port, postgresUrl, redisUrl } from "@polls/config";
import { z } from "zod";

/** The settings of `npm start`. All other variables go to the services unchanged. */
export interface StackSettings {
  readonly root: string;
  readonly from: "dist" | "source";
  readonly dataDir: string;
  readonly port: number;
  /** The address that the gateway binds. By default only this machine can connect. */
  readonly host: string;
  /** The port of the gateway's metrics. Undefined: the usual one if it is free, else any. */
  readonly metricsPort: number | undefined;
  readonly baseUrl: string;
}

const environment = z
  .object({
    PORT: port.pipe(z.number().min(1)).default(3_000),
    HOST: z.string().default("127.0.0.1"),
    METRICS_PORT: port.optional(),
    BASE_URL: httpUrl.optional(),
    DATA_DIR: z.string().optional(),
    // The services read these variables. A wrong value is refused before the start.
    DATABASE_URL: postgresUrl.optional(),
    REDIS_URL: redisUrl.optional(),
  })
  .refine((env) => env.METRICS_PORT !== env.PORT, {
    error: "PORT and METRICS_PORT must be different",
  });

/** Reads the settings. Throws `InvalidEnvironment` with every problem. */
export function readSettings(
  project: Pick<StackSettings, "root" | "from">,
  env: Env,
): StackSettings {
  const values = parseEnv(environment, env);
  const { root } = project;
  return {
    ...project,
    dataDir: path.resolve(root, values.DATA_DIR ?? ".data"),
    port: values.PORT,
    host: values.HOST,
    metricsPort: values.METRICS_PORT,
    baseUrl: values.BASE_URL ?? `http://localhost:${values.PORT}`,
  };
}
