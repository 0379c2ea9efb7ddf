// Covers docs/reliability.md: payment-provider-failures

import { createServer, type ServerResponse } from "node:http";
import { BaseUrl } from "@polls/config";
import { listen } from "@polls/testing";
import Stripe from "stripe";
import { openProvider } from "./open-provider";

const TIMEOUT_MS = 400;
const TRICKLE_MS = 50;

const trickle = (response: ServerResponse): void => {
  const timer = setInterval(() => response.socket?.write("x"), TRICKLE_MS);
  response.once("close", () => clearInterval(timer));
};

test.each<[string, (response: ServerResponse) => void]>([
  [
    "head",
    (response) => {
      response.socket?.write("HTTP/1.1 200 OK\r\nX-Slow: ");
      trickle(response);
    },
  ],
  [
    "body",
    (response) => {
      response.writeHead(200, { "Content-Length": 100_000 }).flushHeaders();
      trickle(response);
    },
  ],
])(
  "a response whose %s arrives byte by byte without an end ends as an error of the connection",
  async (_part, answer) => {
    const server = createServer((_request, response) => answer(response));
    const apiUrl = `http://127.0.0.1:${await listen(server, "provider")}`;
    const baseUrl = new BaseUrl("https://polls.example");
    const { stripe } = openProvider(
      { secretKey: "sk_test_1", live: false, apiUrl, baseUrl },
      TIMEOUT_MS,
    );
    await expect(stripe.refunds.list()).rejects.toThrow(Stripe.errors.StripeConnectionError);
  },
  20_000,
);
