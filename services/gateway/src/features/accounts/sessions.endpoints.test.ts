// Covers docs/reference/accounts.md: sessions

import { mailedLink } from "../../../testing/mailed-link";
import { cookieOf, ownPage } from "../../../testing/own-page";
import { shareAnother, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import type { TestGateway } from "../../../testing/start-gateway";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";

const gateway = shareGateway();
const other = shareAnother(gateway);

/** Signs a browser in. Returns its cookie and the token of its pages. */
async function signIn(email: string, userAgent: string) {
  const headers = { ...ownPage, "User-Agent": userAgent };
  await gateway.request("POST /api/v1/account/sign_in", { body: { email } });
  const link = await mailedLink(gateway, email);
  const signedIn = await gateway.request(`POST ${link}/session`, { headers });
  const Cookie = cookieOf(signedIn);
  const exchange = await gateway.request("POST /session/token", {
    headers: { ...ownPage, Cookie },
  });
  return { Cookie, token: exchange.body.token as string };
}
const list = async (token: string) =>
  (await gateway.request("GET /api/v1/account/sessions", { token })).body;

test("the sessions of an account are listed with their browsers, and the page's own is marked", async () => {
  const email = "ada@example.org";
  const { privateToken } = await signUp(gateway.db, { email });
  expect(await list(privateToken)).toEqual([]);
  const desk = await signIn(email, firefox);
  const phone = await signIn(email, safari);
  await signIn(email, "curl/8.5.0");
  const sessions = await list(phone.token);
  expect(
    sessions.map(({ browser, current }: { browser: string; current: boolean }) => [
      browser,
      current,
    ]),
  ).toEqual([
    [null, false],
    ["Safari, iOS", true],
    ["Firefox, Windows", false],
  ]);
  const [own] = sessions.filter(({ current }: { current: boolean }) => current);
  const days = (Date.parse(own.expires_at) - Date.parse(own.created_at)) / 86_400_000;
  expect(days).toBe(30);
  expect((await list(privateToken)).some(({ current }: { current: boolean }) => current)).toBe(
    false,
  );
  const cookie = /=([\w-]+)\./.exec(desk.Cookie)?.[1] ?? "no cookie";
  expect(JSON.stringify(sessions)).not.toContain(cookie);
});

test("an ended session is over for its pages, in every gateway; the others stay", async () => {
  const email = "grace@example.org";
  const { privateToken } = await signUp(gateway.db, { email });
  const desk = await signIn(email, firefox);
  const phone = await signIn(email, safari);
  const [{ id }] = (await list(desk.token)).filter(
    ({ browser }: { browser: string }) => browser === "Safari, iOS",
  );
  const end = () => gateway.request(`DELETE /api/v1/account/sessions/${id}`, { token: desk.token });
  expect((await end()).status).toBe(204);
  const again = await end();
  expect([again.status, again.body.code]).toEqual([404, "session_not_found"]);
  const show = (at: TestGateway, token: string) => at.request("GET /api/v1/account", { token });
  expect((await show(gateway, phone.token)).status).toBe(401);
  expect((await show(other, phone.token)).status).toBe(401);
  const exchange = await other.request("POST /session/token", {
    headers: { ...ownPage, Cookie: phone.Cookie },
  });
  expect(exchange.status).toBe(401);
  expect((await show(other, desk.token)).status).toBe(200);
  expect((await show(other, privateToken)).status).toBe(200);
});

test("sessions of others are neither listed nor ended; public tokens read none", async () => {
  const [ada, eve] = ["a1@example.org", "e1@example.org"];
  const owner = await signUp(gateway.db, { email: ada });
  const stranger = await signUp(gateway.db, { email: eve });
  const desk = await signIn(ada, firefox);
  const [{ id }] = await list(desk.token);
  expect(await list(stranger.privateToken)).toEqual([]);
  const ended = await gateway.as(stranger, `DELETE /api/v1/account/sessions/${id}`);
  expect([ended.status, (await list(desk.token)).length]).toEqual([404, 1]);
  const { status } = await gateway.request("GET /api/v1/account/sessions", {
    token: owner.publicToken,
  });
  expect(status).toBe(401);
});
