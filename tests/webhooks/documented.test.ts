// Covers docs/reference/webhooks.md: events, rolling-the-secret, signatures

import { readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { newWebhookSecret } from "@polls/db/tokens";
import { webhookEventTypes } from "@polls/domain/webhooks";
import { signedHeaders } from "../../services/webhook-worker/testing";

const text = readFileSync(path.join(__dirname, "../../docs/reference/webhooks.md"), "utf8");

test("the documented code verifies messages", () => {
  const [, code = ""] = /```js\n([\s\S]*?)```/.exec(text) ?? [];
  const isOurs = vm.runInNewContext(`${code}; isOurs`, { require, Buffer, Date, Math, Number });
  const secret = newWebhookSecret();
  const body = '{"a":"ä"}';
  const headers = signedHeaders({ id: "one", at: new Date(), body }, [secret]);
  expect(isOurs(headers, body, secret)).toBe(true);
  expect(isOurs(headers, `${body} `, secret)).toBe(false);
  expect(isOurs(headers, body, newWebhookSecret())).toBe(false);
  const several = `v1,AAAA ${headers["webhook-signature"]}`;
  const rolled = signedHeaders({ id: "one", at: new Date(), body }, ["whsec_bmV3", secret]);
  expect([isOurs(rolled, body, "whsec_bmV3"), isOurs(rolled, body, secret)]).toEqual([true, true]);
  expect(isOurs({ ...headers, "webhook-signature": several }, body, secret)).toBe(true);
  const old = signedHeaders({ id: "one", at: new Date(Date.now() - 600_000), body }, [secret]);
  expect(isOurs(old, body, secret)).toBe(false);
});

test("the reference documents exactly the existing events", () => {
  const told = [...text.matchAll(/^- `([a-z]+\.[a-z_]+)`(?: \(.*?\))?: /gm)].map(
    ([, type]) => type,
  );
  expect(told).toEqual(webhookEventTypes);
});
