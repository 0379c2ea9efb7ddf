import { z } from "zod";
import { flag } from "./fields";

/** Settings for payments to connected accounts of owners (docs/payments.md#who-gets-the-money). */
export interface ConnectSettings {
  /** The operator's share in basis points: 250 is 2.5 %. */
  readonly feeBasisPoints: number;
}

/** The variables of the services that accept payments for owners. */
export const connectVariables = {
  PAYMENT_CONNECT: flag.default(false),
  PAYMENT_CONNECT_FEE_PERCENT: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, { error: "must be a percentage like 5 or 2.5" })
    .transform((text) => Math.round(Number(text) * 100))
    .refine((basisPoints) => basisPoints <= 5_000, { error: "must be at most 50" })
    .default(0),
};

type ConnectEnvironment = z.output<z.ZodObject<typeof connectVariables>>;

/** Undefined when the operator receives the money of all polls. */
export const connectSettings = (env: ConnectEnvironment): ConnectSettings | undefined =>
  env.PAYMENT_CONNECT ? { feeBasisPoints: env.PAYMENT_CONNECT_FEE_PERCENT } : undefined;
