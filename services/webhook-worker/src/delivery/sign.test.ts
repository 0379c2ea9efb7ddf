// Covers docs/reference/webhooks.md: signatures

import { signedHeaders } from "./sign";

test("produces the published test vector of Standard Webhooks", () => {
  const message = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  };
  expect(signedHeaders(message, ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});
