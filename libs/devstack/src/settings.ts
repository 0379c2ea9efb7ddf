import path from "node:path";
import { type Env, httpUrl, parseEnv, port, postgresUrl, redisUrl } from "@polls/config";
import { z } from "zod";

/** What `npm start` itself is told; all other variables go to the services as they are. */
export interface StackSettings {
  /** The project's root. */
  readonly root: string;
  /** Whether built files run, or sources as they are. */
  readonly from: "dist" | "source";
  /** Where everything that lives on is kept. */
  readonly dataDir: string;
  /** Where the gateway answers. */
  readonly port: number;
  /** How others see that address. */
  readonly baseUrl: string;
}

const environment = z.object({
  PORT: port.pipe(z.number().min(1)).default(3_000),
  BASE_URL: httpUrl.optional(),
  DATA_DIR: z.string().optional(),
  // Read by the services; a wrong one is told before anything starts.
  DATABASE_URL: postgresUrl.optional(),
  REDIS_URL: redisUrl.optional(),
});

/** Throws `InvalidEnvironment` with every problem. */
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
    baseUrl: values.BASE_URL ?? `http://localhost:${values.PORT}`,
  };
}
