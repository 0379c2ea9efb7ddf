import type { Page } from "playwright-core";

type Scope = Pick<Page, "getByRole">;

/** Replaces the texts of a list of fields on a page of an account. */
export async function enterTexts(
  page: Scope,
  legend: string,
  texts: readonly string[],
): Promise<void> {
  const list = page.getByRole("group", { name: legend, exact: true });
  const fields = list.getByRole("textbox");
  for (const [at, text] of texts.entries()) {
    if (at >= (await fields.count())) {
      await list.getByRole("button", { name: "Add a line" }).click();
    }
    await fields.nth(at).fill(text);
  }
  for (let count = await fields.count(); count > texts.length; count--) {
    await list
      .getByRole("button", { name: /^Remove/ })
      .nth(count - 1)
      .click();
  }
}
