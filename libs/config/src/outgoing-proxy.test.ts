// Covers docs/reliability.md: outgoing-requests

import { z } from "zod";
import { outgoingProxy, proxyVariables, usesProxy } from "./outgoing-proxy";
import { parseEnv } from "./parse-env";

const parse = (env: Readonly<Record<string, string>>) =>
  outgoingProxy(parseEnv(z.object(proxyVariables), env));

test.each([
  ["", "api.example.com", true],
  ["", "localhost", false],
  ["", "minio.localhost", false],
  ["", "127.1.2.3", false],
  ["", "[::1]", false],
  ["", "10.0.0.1", true],
  ["*", "api.example.com", false],
  ["example.com", "example.com", false],
  ["example.com", "API.Example.Com.", false],
  ["example.com", "notexample.com", true],
  [".example.com", "api.example.com", false],
  ["*.example.com", "api.example.com", false],
  ["other.org, example.com", "api.example.com", false],
  ["other.org example.com", "api.example.com", false],
  ["example.com:443", "example.com", false],
  ["example.com:8443", "example.com", true],
  ["10.0.0.0/8", "10.1.2.3", false],
  ["10.0.0.0/8", "11.1.2.3", true],
  ["10.1.2.3", "10.1.2.3", false],
  ["[fd00::1]", "fd00::1", false],
  ["fd00::/8", "[fd00::1]", false],
])("with NO_PROXY=%p a connection to %s uses the proxy: %p", (exceptions, host, expected) => {
  const proxy = parse({ HTTPS_PROXY: "http://proxy.example:3128", NO_PROXY: exceptions });
  expect(proxy && usesProxy(proxy, host, 443)).toBe(expected);
});

test("without HTTPS_PROXY there is no proxy", () => {
  expect(parse({ NO_PROXY: "example.com" })).toBeUndefined();
});

test.each([
  { HTTPS_PROXY: "proxy.example:3128" },
  { HTTPS_PROXY: "socks5://proxy.example" },
  { HTTPS_PROXY: "http://proxy.example/path" },
  { HTTPS_PROXY: "http://me:100%@proxy.example" },
  { NO_PROXY: "10.0.0.0/99" },
  { NO_PROXY: "http://example.com" },
])("%p is refused", (env) => {
  expect(() => parse(env)).toThrow(/(HTTPS|NO)_PROXY must be/);
});
