// Covers docs/reference/webhooks.md: pace
// Covers docs/reliability.md: webhooks-as-a-weapon

import { siteOf } from "./site-of";

test.each([
  ["https://example.com/hook", "example.com"],
  ["https://example.com:8443/other?a=b", "example.com"],
  ["https://a.example.com/", "example.com"],
  ["https://a.b.c.example.com./", "example.com"],
  ["https://EXAMPLE.com/", "example.com"],
  ["https://xn--bcher-kva.example/", "xn--bcher-kva.example"],
  ["https://shop.example.co.uk/", "example.co.uk"],
  ["https://www.example.com.au/", "example.com.au"],
  ["https://a.example.de/", "example.de"],
  ["https://one.github.io/", "github.io"],
  ["https://localhost/", "localhost"],
  ["https://93.184.216.34/", "93.184.216.0/24"],
  ["https://93.184.216.35:444/", "93.184.216.0/24"],
  ["https://[2606:2800:220::1]/", "ipv6"],
])("the site of %s is %s", (url, site) => {
  expect(siteOf(url)).toBe(site);
});
