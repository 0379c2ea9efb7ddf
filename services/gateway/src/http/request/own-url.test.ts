// Covers docs/reference/pages.md: addresses-of-the-service

import type { IncomingMessage } from "node:http";
import { BlockList } from "node:net";
import { BaseUrl } from "@polls/config";
import { ownUrlOf, seenRequest } from "./own-url";

const trustedProxies = new BlockList();
trustedProxies.addSubnet("10.0.0.0", 8);
const baseUrls = [new URL("https://polls.example"), new URL("http://polls.lan:8080")] as const;
const settings = { baseUrl: new BaseUrl("https://polls.example"), baseUrls, trustedProxies };

const addressOf = (headers: Readonly<Record<string, string>>, remoteAddress = "10.0.0.1") =>
  ownUrlOf({ headers, socket: { remoteAddress } } as unknown as IncomingMessage, settings).origin;

test.each<[string, Readonly<Record<string, string>>, string]>([
  ["its first address", { host: "polls.example" }, "https://polls.example"],
  ["another address of its own", { host: "polls.lan:8080" }, "http://polls.lan:8080"],
  ["a host that only the network knows", { host: "server:3000" }, "http://server:3000"],
  ["an address of the machine", { host: "[::1]:3000" }, "http://[::1]:3000"],
  [
    "a proxy that ends TLS",
    { host: "server:3000", "x-forwarded-proto": "https" },
    "https://server:3000",
  ],
  [
    "a proxy that changes the host",
    { host: "gateway:3000", "x-forwarded-host": "votes.lan", "x-forwarded-proto": "https" },
    "https://votes.lan",
  ],
  [
    "two proxies",
    { host: "a", "x-forwarded-host": "votes.lan, inner", "x-forwarded-proto": "https, http" },
    "https://votes.lan",
  ],
  [
    "its own address without TLS",
    { host: "polls.example", "x-forwarded-proto": "http" },
    "http://polls.example",
  ],
  [
    "a proxy that says nothing, with the word of the browser",
    { host: "gateway:3000", origin: "https://votes.lan", "sec-fetch-site": "same-origin" },
    "https://votes.lan",
  ],
])("through %s", (_case, headers, expected) => {
  expect(addressOf(headers)).toBe(expected);
});

test.each([
  ["no host", {}],
  ["a path", { host: "polls.example/p" }],
  ["an account", { host: "user@polls.example" }],
])("%s leads to the first address", (_case, headers: Readonly<Record<string, string>>) => {
  expect(addressOf(headers)).toBe("https://polls.example");
});

test("headers of a client that is no trusted proxy are ignored", () => {
  const headers = { host: "server:3000", "x-forwarded-host": "x", "x-forwarded-proto": "https" };
  expect(addressOf(headers, "192.0.2.1")).toBe("http://server:3000");
});

test.each<[string, Readonly<Record<string, string>>, string, object]>([
  [
    "a client without a proxy",
    {},
    "192.0.2.1",
    { client_address: "192.0.2.1", client_is_trusted_proxy: false },
  ],
  [
    "a client behind a trusted proxy",
    { "x-forwarded-for": "192.0.2.1" },
    "10.0.0.1",
    { client_address: "192.0.2.1", client_is_trusted_proxy: false },
  ],
  [
    "a proxy that is not trusted",
    { "x-forwarded-for": "192.0.2.1" },
    "172.17.0.1",
    { client_address: "172.17.0.1", client_is_trusted_proxy: false, untrusted_proxy: "172.17.0.1" },
  ],
  [
    "a proxy that replaces the addresses of others",
    { "x-forwarded-for": "10.0.0.2" },
    "10.0.0.1",
    { client_address: "10.0.0.2", client_is_trusted_proxy: true },
  ],
])("%s is told as it is seen", (_case, headers, remoteAddress, expected) => {
  const request = { headers: { host: "polls.example", ...headers }, socket: { remoteAddress } };
  expect(seenRequest(request as unknown as IncomingMessage, settings)).toEqual({
    url: "https://polls.example",
    base_urls: ["https://polls.example", "http://polls.lan:8080"],
    ...expected,
  });
});
