// Covers docs/reference/client.md: deliveries-of-webhooks

import { createClient, WebhookVerificationError } from "@polls/client";
import { newWebhookSecret } from "@polls/db/tokens";
import { signedHeaders } from "../../services/webhook-worker/testing";

const { webhooks } = createClient();
const secret = newWebhookSecret();
const body = JSON.stringify({
  id: "one",
  type: "option.created",
  timestamp: "2030-01-02T03:04:05.678Z",
  data: { poll_id: "lunch", option_id: "größer", url: "https://polls.example/…" },
});
const headers = signedHeaders({ id: "one", at: new Date(), body }, [secret]);

test("a delivery of the service is verified, and its event has a type", async () => {
  const event = await webhooks.verify(body, headers, secret);
  if (event.type !== "option.created") throw new Error("another event");
  expect(event.data.option_id).toBe("größer");
  const bytes = new TextEncoder().encode(body);
  expect(await webhooks.verify(bytes, new Headers(headers), secret)).toEqual(event);
  const ofNode = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  expect(await webhooks.verify(body, ofNode, secret)).toEqual(event);
});

test("both secrets are valid while the secret is rolled", async () => {
  const rolled = signedHeaders({ id: "one", at: new Date(), body }, ["whsec_bmV3", secret]);
  expect(await webhooks.verify(body, rolled, "whsec_bmV3")).toEqual(JSON.parse(body));
  expect(await webhooks.verify(body, rolled, secret)).toEqual(JSON.parse(body));
});

test("a parsed body and a missing secret are faults of the program", async () => {
  const parsed = JSON.parse(body) as string;
  await expect(webhooks.verify(parsed, headers, secret)).rejects.toThrow(
    new TypeError("the body must be the received text or bytes, not a parsed object"),
  );
  const missing = process.env.NO_SECRET_HERE as string;
  for (const none of ["", missing]) {
    await expect(webhooks.verify(body, headers, none)).rejects.toThrow(
      new TypeError("the secret is missing"),
    );
  }
});

test("the example of Standard Webhooks is verified", async () => {
  jest.spyOn(Date, "now").mockReturnValue(1_614_265_330_000);
  const event = webhooks.verify(
    '{"test": 2432232314}',
    {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  );
  expect(await event).toEqual({ test: 2_432_232_314 });
  jest.restoreAllMocks();
});

const minutes = (count: number) =>
  signedHeaders({ id: "one", at: new Date(Date.now() + count * 60_000), body }, [secret]);
const without = (name: string) => ({ ...headers, [name]: undefined });

test.each([
  ["another body", `${body} `, headers, secret],
  ["another secret", body, headers, newWebhookSecret()],
  ["another id", body, { ...headers, "webhook-id": "two" }, secret],
  ["a signature of another kind", body, { ...headers, "webhook-signature": "v1a,AAAA" }, secret],
  ["no signature", body, without("webhook-signature"), secret],
  ["a signature that is no base64", body, { ...headers, "webhook-signature": "v1,%" }, secret],
  ["an old delivery", body, minutes(-6), secret],
  ["a delivery of the future", body, minutes(6), secret],
  ["no time", body, without("webhook-timestamp"), secret],
  ["an empty secret", body, headers, "whsec_"],
])("%s is refused", async (_, given, withHeaders, key) => {
  await expect(webhooks.verify(given, withHeaders, key)).rejects.toBeInstanceOf(
    WebhookVerificationError,
  );
});
