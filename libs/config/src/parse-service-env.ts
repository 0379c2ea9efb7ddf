import type { z } from "zod";
import { unknownVariables } from "./known-variables";
import { type Env, parseEnv } from "./parse-env";
import { withSecretFiles } from "./secret-files";

/** The facts about the environment that a service logs when it starts. */
export interface ReportedVariables {
  /** Names with a known prefix that are not variables of the service. */
  readonly unknownVariables: readonly string[];
}

/** `parseEnv` for a service. Secrets may be in files, and unknown variables are reported. */
export const parseServiceEnv = <Schema extends z.ZodType<object>>(
  schema: Schema,
  env: Env,
): z.output<Schema> & ReportedVariables => ({
  ...parseEnv(schema, withSecretFiles(env)),
  unknownVariables: unknownVariables(env),
});
