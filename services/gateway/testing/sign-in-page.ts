import type { Browser, BrowserContextOptions } from "playwright-core";
import { browse } from "./browse";
import { mailedLink } from "./mailed-link";
import type { TestGateway } from "./start-gateway";

/** The cookies and storage of a browser that is signed in to an account. */
export type SignedInState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** Signs a browser in to the account of an address, with the mailed link. */
export async function signInAt(
  gateway: TestGateway,
  browser: Browser,
  email: string,
): Promise<SignedInState> {
  const page = await browse(browser, `${gateway.url}/sign-in`, {});
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await page.getByRole("heading", { name: "Please check your inbox" }).waitFor();
  await page.goto(gateway.url + (await mailedLink(gateway, email)));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "My polls" }).waitFor();
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}
