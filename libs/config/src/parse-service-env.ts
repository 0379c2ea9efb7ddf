import type { z } from "zod";
import { unknownVariables } from "./known-variables";
import { type Env, parseEnv } from "./parse-env";
import { withSecretFiles } from "./secret-files";

/** What a service tells of its environment at its start. */
export interface ToldVariables {
  /** Names that begin like ours and are none. */
  readonly unknownVariables: readonly string[];
}

/** `parseEnv` for a service: its secrets may be in files, and it tells of variables that it does not know. */
export const parseServiceEnv = <Schema extends z.ZodType<object>>(
  schema: Schema,
  env: Env,
): z.output<Schema> & ToldVariables => ({
  ...parseEnv(schema, withSecretFiles(env)),
  unknownVariables: unknownVariables(env),
});
