// Covers docs/reference/pages.md: back-to-the-page

import { mailedLink } from "../../../testing/mailed-link";
import { cookieOf, ownPage } from "../../../testing/own-page";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";

const gateway = shareGateway();

const ask = (email: string, more: object = {}) =>
  gateway.request("POST /api/v1/account/sign_in", { body: { email, ...more } });
const press = (path: string) => gateway.request(`POST ${path}`, { headers: ownPage });

test.each([
  ["/account", "/account"],
  ["/p/abcdef/admin", "/p/abcdef/admin"],
  [undefined, "/polls"],
])("a person who signs in on the way to %s is led to %s", async (return_to, path) => {
  const email = `from${path.replaceAll("/", "-")}-${return_to === undefined}@example.org`;
  await signUp(gateway.db, { email });
  await ask(email, return_to === undefined ? {} : { return_to });
  const { status, headers } = await press(`${await mailedLink(gateway, email)}/session`);
  expect([status, headers.get("location")]).toEqual([303, path]);
});

test("a new account is led back at once, and without a way to the page with its tokens", async () => {
  const path = "/polls/new#choice-0a1b";
  await ask("fresh@example.org", { return_to: path });
  const led = await press(await mailedLink(gateway, "fresh@example.org"));
  expect([led.status, led.headers.get("location")]).toEqual([303, path]);
  expect(led.headers.get("set-cookie")).toContain("session=");
  await ask("other@example.org");
  const { status, text } = await press(await mailedLink(gateway, "other@example.org"));
  expect([status, text.includes("<code>psk_")]).toEqual([200, true]);
});

/** The cookie that an answer sets. */

test.each(["sign-in", "sign-up"])(
  "a used link of %s leads its own account on, and others to a new link",
  async (path) => {
    const email = `back-${path}@example.org`;
    if (path === "sign-in") await signUp(gateway.db, { email });
    await ask(email, { return_to: "/polls/new#choice-0a1b" });
    const link = await mailedLink(gateway, email);
    const cookie = cookieOf(await press(path === "sign-in" ? `${link}/session` : link));
    const open = (method: string, more: object) =>
      gateway.request(
        `${method} ${link}${method === "POST" && path === "sign-in" ? "/session" : ""}`,
        {
          headers: { ...ownPage, ...more },
        },
      );
    for (const method of ["GET", "POST"]) {
      const { status, headers } = await open(method, { cookie });
      expect([status, headers.get("location")]).toEqual([303, "/polls/new#choice-0a1b"]);
    }
    await ask(`other-${email}`);
    const other = cookieOf(await press(await mailedLink(gateway, `other-${email}`)));
    for (const more of [{}, { cookie: other }]) {
      expect((await open("GET", more)).status).toBe(410);
    }
  },
);

test("an expired link leads to a new one", async () => {
  for (const path of ["sign-in", "sign-up"]) {
    const { status, text } = await gateway.request(`GET /${path}/${"x".repeat(43)}`);
    expect([status, text.includes('<a class="button" href="/sign-in">')]).toEqual([410, true]);
  }
});
