import { shareGateway } from "../../../../testing/share-gateway";
import { diagnoseAddress, judgeSeen } from "./address-diagnostics";

const from = new URL("https://polls.example/p/x");
const right = {
  url: "https://polls.example",
  base_urls: ["https://polls.example"],
  client_address: "192.0.2.1",
  client_is_trusted_proxy: false,
};

test.each<[string, Partial<typeof right> & { readonly untrusted_proxy?: string }, object]>([
  ["everything as it is", {}, { address: "ok", links: "ok", "client address": "ok" }],
  [
    "another scheme",
    { url: "http://polls.example" },
    { address: "let the proxy pass X-Forwarded-Proto, and name the proxy in TRUSTED_PROXIES" },
  ],
  [
    "another host",
    { url: "http://gateway:3000" },
    {
      address:
        "let the proxy pass Host, or X-Forwarded-Host, and name the proxy in TRUSTED_PROXIES",
    },
  ],
  [
    "links to another address",
    { base_urls: ["http://localhost:3000"] },
    { links: "set BASE_URL if everybody should use this address, else add it to BASE_URLS" },
  ],
  [
    "a proxy as the client",
    { untrusted_proxy: "172.18.0.1" },
    { "client address": "add 172.18.0.1 to TRUSTED_PROXIES" },
  ],
  [
    "the address of a proxy",
    { client_is_trusted_proxy: true },
    {
      "client address":
        "if it is not the address of this machine, let the proxies append to X-Forwarded-For",
    },
  ],
])("a service that sees %s", (_case, seen, expected) => {
  const found = judgeSeen(from, { ...right, ...seen });
  expect(
    Object.fromEntries(found.map((each) => [each.check, each.remedy ?? each.state])),
  ).toMatchObject(expected);
});

describe("a running service", () => {
  const gateway = shareGateway();

  test("is asked by its public address", async () => {
    expect(await diagnoseAddress(new URL(gateway.url))).toEqual([
      { check: "address", state: "ok", found: `the service sees ${gateway.url}` },
      expect.objectContaining({ check: "links", state: "warning" }),
      { check: "client address", state: "ok", found: "the client is 127.0.0.1" },
    ]);
  });

  test("that is another one, or none, is a failure", async () => {
    const [other] = await diagnoseAddress(new URL(`${gateway.url}/`.replace(/:\d+/, ":1")));
    expect(other).toMatchObject({ check: "address", state: "failed" });
  });
});
