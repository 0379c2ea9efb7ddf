import { z } from "zod";

const secret = z.string().min(32);

/** The first secret of `APP_SECRET` signs, all verify (docs/operations.md#rotating-app_secret). */
export const appSecretVariables = {
  APP_SECRET: secret,
  APP_SECRET_2: secret.optional(),
  APP_SECRET_3: secret.optional(),
};

/** The secrets of a deployment. The first one signs. */
export const appSecrets = (
  env: z.output<z.ZodObject<typeof appSecretVariables>>,
): readonly string[] =>
  [env.APP_SECRET, env.APP_SECRET_2, env.APP_SECRET_3].filter((one) => one !== undefined);
