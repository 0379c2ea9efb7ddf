import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { browse } from "./browse";
import { mailedLink } from "./mailed-link";
import type { TestGateway } from "./start-gateway";

/** The cookies and storage of a browser that is signed in to an account. */
export type SignedInState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** Asks for a link on the page to sign in. */
export async function sendLink(page: Page, email: string): Promise<void> {
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await page.getByRole("heading", { name: "Please check your inbox" }).waitFor();
}

/** Opens the link in the newest mail to an address. */
export async function openLink(
  gateway: Pick<TestGateway, "url" | "db" | "deps">,
  page: Page,
  email: string,
): Promise<void> {
  await page.goto(gateway.url + (await mailedLink(gateway, email)));
}

/** Signs a browser in to the account of an address, with the mailed link. */
export async function signInAt(
  gateway: TestGateway,
  browser: Browser,
  email: string,
): Promise<SignedInState> {
  const page = await browse(browser, `${gateway.url}/sign-in`, {});
  await sendLink(page, email);
  await openLink(gateway, page, email);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "My polls" }).waitFor();
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}
