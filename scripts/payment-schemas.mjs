// Generates the schemas with which the simulated payment provider checks requests and its own responses, from the types of
// the pinned SDK. Run it after an update of `stripe`. The generator for requests needs a separate
// TypeScript version. With `answers` only the responses are generated, which installs nothing.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { answerSchemas } from "./payment-answers.mjs";
import { runSync } from "./setup/children.mjs";
import { root } from "./setup/root.mjs";

const fixtures = path.join(root, "libs/devstack/src/payments/fixtures");
const write = (name, schemas) =>
  fs.writeFileSync(path.join(fixtures, name), `${JSON.stringify(schemas)}\n`);
write("answer-schemas.json", answerSchemas(root));
if (process.argv.includes("answers")) process.exit();

const { version } = JSON.parse(
  fs.readFileSync(path.join(root, "node_modules/stripe/package.json"), "utf8"),
);

const types = {
  SessionCreate: "Checkout.SessionCreateParams",
  SessionRetrieve: "Checkout.SessionRetrieveParams",
  SessionExpire: "Checkout.SessionExpireParams",
  PriceCreate: "PriceCreateParams",
  RefundCreate: "RefundCreateParams",
  RefundList: "RefundListParams",
  DisputeList: "DisputeListParams",
  IntentRetrieve: "PaymentIntentRetrieveParams",
  AccountCreate: "AccountCreateParams",
  AccountRetrieve: "AccountRetrieveParams",
  AccountLinkCreate: "AccountLinkCreateParams",
  TransferRetrieve: "TransferRetrieveParams",
  ReversalCreate: "TransferCreateReversalParams",
};

/** The SDK's enumerations accept any string; here an unknown value is refused. */
function closeEnums(node) {
  if (Array.isArray(node)) return node.map(closeEnums);
  if (node === null || typeof node !== "object") return node;
  const closed = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, closeEnums(value)]),
  );
  if (Array.isArray(closed.anyOf)) {
    closed.anyOf = closed.anyOf.filter(({ $ref }) => $ref !== "#/definitions/OtherString");
  }
  return closed;
}

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "payment-schemas-"));
const run = (command, words) => runSync(command, words, { cwd: dir });
try {
  fs.writeFileSync(path.join(dir, "package.json"), '{"private":true}');
  run("npm", [
    ...["install", "--no-audit", "--no-fund"],
    ...["ts-json-schema-generator@2.4.0", `stripe@${version}`, "typescript@5.9.3"],
  ]);
  const lines = Object.entries(types).map(
    ([name, type]) => `export type Oracle${name} = Stripe.${type};`,
  );
  fs.writeFileSync(
    path.join(dir, "entry.ts"),
    ['import type Stripe from "stripe";', ...lines].join("\n"),
  );
  const compilerOptions = {
    module: "commonjs",
    moduleResolution: "node10",
    target: "es2022",
    strict: true,
    esModuleInterop: true,
    skipLibCheck: true,
    types: [],
  };
  fs.writeFileSync(
    path.join(dir, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["entry.ts"] }),
  );
  const schemas = Object.keys(types).map((name) => {
    const schema = run("npx", [
      ...["ts-json-schema-generator", "-p", "entry.ts", "-f", "tsconfig.json"],
      ...["-t", `Oracle${name}`, "--no-type-check", "-e", "export", "--jsDoc", "none", "--minify"],
    ]);
    return [name, closeEnums(JSON.parse(schema))];
  });
  write("request-schemas.json", Object.fromEntries(schemas));
} finally {
  fs.rmSync(dir, { recursive: true, force: true });
}
