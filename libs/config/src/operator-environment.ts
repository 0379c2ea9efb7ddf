import { z } from "zod";
import { type AccentColor, accentColor } from "./accent-color";
import { httpUrl } from "./fields";

const NAME_MAX = 60;

const color = z.string().transform((text, context): AccentColor => {
  const accent = /^#[0-9a-f]{6}$/i.test(text) ? accentColor(text) : undefined;
  if (accent !== undefined) return accent;
  const message =
    "must be a color like #1d5fbf that can be read on white, with a contrast of 4.5 at least";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** The variables that describe the operator, for pages and mails. */
export const operatorVariables = {
  OPERATOR_NAME: z.string().trim().max(NAME_MAX).optional(),
  OPERATOR_COLOR: color.optional(),
  OPERATOR_IMPRINT_URL: httpUrl.optional(),
  OPERATOR_PRIVACY_URL: httpUrl.optional(),
};

/** The operator of the service (docs/operations.md#your-name-on-the-pages). */
export interface Operator {
  readonly name: string | undefined;
  readonly color: AccentColor | undefined;
  readonly imprintUrl: string | undefined;
  readonly privacyUrl: string | undefined;
}

/** The operator's settings in the form of the code. */
export const operatorSettings = (
  env: z.output<z.ZodObject<typeof operatorVariables>>,
): Operator => ({
  name: env.OPERATOR_NAME,
  color: env.OPERATOR_COLOR,
  imprintUrl: env.OPERATOR_IMPRINT_URL,
  privacyUrl: env.OPERATOR_PRIVACY_URL,
});
