// Covers docs/reference/accounts.md: passkeys

import { inTransaction } from "@polls/db/sql";
import type { BrowserContextOptions, Page } from "playwright-core";
import { phone, shareBrowser } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { optionsOfPages } from "../../../testing/start-pages";
import { startSession } from "../page-sessions/account-session";

describeWithBrowser("a person with a passkey", () => {
  // Browsers have passkeys under this name without HTTPS, and under no IP address.
  const gateway = shareGateway(() =>
    optionsOfPages({}, { OPERATORS_NEED_TWO_FACTORS: "1" }, "localhost"),
  );
  const { open } = shareBrowser();
  const address = () => gateway.deps.config.baseUrl.origin;

  /** A browser with a device that recognizes its owner. */
  async function visit(options: BrowserContextOptions): Promise<Page> {
    const page = await open(`${address()}/sign-in`, options);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return page;
  }

  /** Signs the browser in to an account, as a mailed link does. */
  async function signInByMail(page: Page, accountId: bigint): Promise<void> {
    const session = { accountId, cookie: undefined, userAgent: undefined, now: new Date() };
    const kept = await inTransaction(gateway.db, (tx) => startSession(tx, session, gateway.deps));
    const [, name = "", value = ""] = /^([^=]+)=([^;]+)/.exec(kept) ?? [];
    await page.context().addCookies([{ name, value, url: address() }]);
  }

  const press = (page: Page, name: string) =>
    page.getByRole("button", { name, exact: true }).click();

  test.each([
    ["a phone", phone],
    ["a laptop", { viewport: { width: 1280, height: 800 } }],
  ])("adds it on %s, signs out and in with it, and removes it", async (_, options) => {
    const { id } = await signUp(gateway.db, { name: "Ada" });
    const { email } = await gateway.db.prisma.account.findUniqueOrThrow({ where: { id } });
    const page = await visit(options);
    await press(page, "Sign in with a passkey");
    await page.getByText("No passkey was used").waitFor();

    await signInByMail(page, id);
    await page.goto(`${address()}/account`);
    await page.getByRole("textbox", { name: "Name, such as the device" }).fill("My device");
    await press(page, "Add a passkey");
    await page.getByRole("heading", { name: "My device", exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Name, such as the device" }).fill("Again");
    await press(page, "Add a passkey");
    await page.getByText("already has a passkey of your account").waitFor();

    await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
    await page.waitForURL(`${address()}/`);
    await page.goto(`${address()}/account`);
    await press(page, "Sign in with a passkey");
    await page.getByText(email).waitFor();
    expect(new URL(page.url()).pathname).toBe("/account");
    await page.getByText("last used on").waitFor();

    await page.getByRole("button", { name: "Remove My device" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await page
      .getByRole("heading", { name: "My device", exact: true })
      .waitFor({ state: "detached" });
    await page.goto(`${address()}/sign-in?again=true`);
    await press(page, "Sign in with a passkey");
    await page.getByText("This passkey does not sign in here").waitFor();
  });

  test("proves two factors to the page of operators with it", async () => {
    const { id } = await signUp(gateway.db);
    await gateway.db.prisma.account.update({ where: { id }, data: { isOperator: true } });
    const page = await visit(phone);
    await signInByMail(page, id);
    await page.goto(`${address()}/operator`);
    await page.getByRole("heading", { name: "Please sign in with a passkey" }).waitFor();
    await page.getByRole("link", { name: "My account" }).click();
    await page.getByRole("textbox", { name: "Name, such as the device" }).fill("Key");
    await press(page, "Add a passkey");
    await page.getByRole("heading", { name: "Key" }).waitFor();
    await page.goto(`${address()}/operator`);
    await page.getByRole("link", { name: "Sign in again" }).click();
    await press(page, "Sign in with a passkey");
    await page.getByRole("heading", { name: "Operator" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/operator");
  });
});
