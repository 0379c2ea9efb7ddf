import type { BrowserContextOptions, Page } from "playwright-core";
import { enterTexts } from "./enter-texts";
import { openLink, sendLink } from "./sign-in-page";
import { sharePages, unlimited } from "./start-pages";

/** The pages of persons who sign up. A file of tests shares them. */
export function shareHomePages() {
  const { gateway, visit } = sharePages({ rateLimiter: unlimited });

  /** Requests a link on the page of this browser, opens the link and presses the button. */
  async function enter(page: Page, email: string, button: string): Promise<void> {
    await page.goto(`${gateway.url}/sign-in`);
    await sendLink(page, email);
    await openLink(gateway, page, email);
    await page.getByRole("button", { name: button }).click();
  }

  async function signedUp(email: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await visit("/", options);
    await enter(page, email, "Create the account");
    await page.getByRole("link", { name: "Make your first poll" }).click();
    await page.getByRole("heading", { name: "My polls" }).waitFor();
    return page;
  }

  return { gateway, visit, enter, signedUp };
}

/** Creates a single choice, from the list of polls. */
export async function makeVoting(page: Page, title: string, ...options: readonly string[]) {
  await page.getByRole("link", { name: "New poll" }).click();
  await page.getByRole("link", { name: "Choose one" }).click();
  await page.getByLabel("Title", { exact: true }).fill(title);
  await enterTexts(page, "What can people vote on?", options);
  await page.getByRole("button", { name: "Create the poll" }).click();
  await page.getByRole("heading", { name: title }).waitFor();
}
