import fs from "node:fs";
import path from "node:path";
import type { Env } from "@polls/config";
import { parseAllDocuments } from "yaml";
import { loadConfig as loadGateway } from "../../services/gateway/testing";
import { loadConfig as loadMailWorker } from "../../services/mail-worker/testing";
import { loadConfig as loadMediaWorker } from "../../services/media-worker/testing";
import { loadConfig as loadPaymentWorker } from "../../services/payment-worker/testing";
import { loadConfig as loadWebhookWorker } from "../../services/webhook-worker/testing";

const manifests = path.join(__dirname, "../../deploy/kubernetes");
const read = (name: string): string => fs.readFileSync(path.join(manifests, name), "utf8");

const settings: Env = Object.fromEntries(
  [...read("example/settings.env").matchAll(/^([A-Z\d_]+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
);

/** Secrets without which a pod does not start. */
const secrets: Env = {
  DATABASE_URL: "postgresql://services:a-word-of-tests@db.example.com/polls",
  APP_SECRET: "4f1cb2b0a9f5c1e7d3a8b6c5d4e3f2a1",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "a-word-of-tests",
  SMTP_URL: "smtp://user:word@mail.example.com:587",
};

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef: { readonly key: string; readonly optional?: true };
  };
}

/** The environment of a pod without optional secrets. */
function environmentOf(service: string): Env {
  const [deployment] = parseAllDocuments(read(`base/${service}.yaml`));
  const [container] = deployment?.toJS().spec.template.spec.containers ?? [];
  const variables: readonly Variable[] = container.env;
  const given = variables.flatMap(({ name, value, valueFrom }) => {
    if (valueFrom === undefined) return [[name, value] as const];
    const { key, optional } = valueFrom.secretKeyRef;
    // The mail server may also be among the settings, in parts.
    const isLeftOut = optional === true && key !== "SMTP_URL";
    return isLeftOut ? [] : [[name, secrets[key]] as const];
  });
  return { ...settings, NODE_ENV: "production", ...Object.fromEntries(given) };
}

test.each([
  ["gateway", loadGateway],
  ["mail-worker", loadMailWorker],
  ["media-worker", loadMediaWorker],
  ["payment-worker", loadPaymentWorker],
  ["webhook-worker", loadWebhookWorker],
] as const)("%s starts in production with what its pod is given", (service, load) => {
  expect(load(environmentOf(service))).toMatchObject({
    production: true,
    unsafeSettings: [],
    metricsHost: "0.0.0.0",
    metricsPort: 9_400,
  });
});
