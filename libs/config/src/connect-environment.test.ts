// Covers docs/reference/payments.md: connected-accounts

import { z } from "zod";
import { connectSettings, connectVariables } from "./connect-environment";
import { parseEnv } from "./parse-env";

const read = (env: Record<string, string>) =>
  connectSettings(parseEnv(z.object(connectVariables), env));

test.each([
  [{}, undefined],
  [{ PAYMENT_CONNECT_FEE_PERCENT: "5" }, undefined],
  [{ PAYMENT_CONNECT: "on" }, { feeBasisPoints: 0 }],
  [{ PAYMENT_CONNECT: "1", PAYMENT_CONNECT_FEE_PERCENT: "2.5" }, { feeBasisPoints: 250 }],
  [{ PAYMENT_CONNECT: "yes", PAYMENT_CONNECT_FEE_PERCENT: "50" }, { feeBasisPoints: 5_000 }],
])("reads the environment %j", (env, settings) => {
  expect(read(env as Record<string, string>)).toEqual(settings);
});

test.each(["50.01", "51", "-1", "2.555", "5%"])(
  "%p is not a valid share of the operator",
  (text) => {
    expect(() => read({ PAYMENT_CONNECT: "on", PAYMENT_CONNECT_FEE_PERCENT: text })).toThrow(
      /PAYMENT_CONNECT_FEE_PERCENT/,
    );
  },
);
