// Covers docs/reliability.md: job-handlers, mixed-releases

import { queueNames } from "../define-job";
import { contracts, findContract } from ".";

/** Payloads that releases have sent. Workers must always accept them. */
const pastPayloads: Readonly<Record<(typeof contracts)[number]["name"], readonly unknown[]>> = {
  "media.render-attachment": [{ attachmentId: "1" }, { attachmentId: "9223372036854775807" }],
  "media.delete-attachment": [{ attachmentId: "1" }],
  "media.draw-link-picture": [{ pollId: "1" }],
  "media-slow.transcode-video": [{ attachmentId: "1" }],
  "mail.send-mail": [{ mailId: "1" }],
  "mail.count-bounce": [{ mailId: "1" }],
  "payment.settle-payment": [{ paymentId: "1" }],
  "payment.open-checkout": [{ paymentId: "1" }],
  "payment.open-checkouts": [{ paymentIds: ["1", "2"] }],
  "payment.end-payment": [{ paymentId: "1" }],
  "payment.send-refund": [{ refundId: "1" }],
  "payment.handle-provider-event": [{ eventId: "evt_1" }],
  "payment.reverse-transfer": [{ checkoutId: "1" }],
  "payment.open-onboarding": [{ connectedAccountId: "1" }],
  "payment.look-at-connected-account": [{ connectedAccountId: "1" }],
  "webhook.deliver": [{ deliveryId: "1", attempt: 1 }],
};

describe.each(contracts.map((contract) => [contract.name, contract] as const))(
  "%s",
  (name, contract) => {
    test("its name begins with its queue, and findContract finds it", () => {
      expect(findContract(name)).toBe(contract);
      expect(queueNames).toContain(contract.queue);
      expect(name.startsWith(`${contract.queue}.`)).toBe(true);
    });

    test("accepts the payloads of all releases", () => {
      expect(pastPayloads[name].length).toBeGreaterThan(0);
      for (const payload of pastPayloads[name])
        expect(contract.payload.safeParse(payload).success).toBe(true);
    });

    test("refuses unknown fields", () => {
      const [payload] = pastPayloads[name];
      expect(contract.payload.safeParse({ ...(payload as object), email: "x" }).success).toBe(
        false,
      );
    });
  },
);

test("names are unique, and an unknown name has no contract", () => {
  expect(new Set(contracts.map(({ name }) => name)).size).toBe(contracts.length);
  expect(findContract("media.nothing")).toBeUndefined();
});

test.each(["0", "-1", "01", "1.5", "1e3", "", "abc", "12345678901234567890"])(
  "%p is no id of a row",
  (attachmentId) => {
    for (const { payload } of contracts)
      expect(payload.safeParse({ attachmentId }).success).toBe(false);
  },
);
