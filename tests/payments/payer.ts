import { waitFor } from "@polls/testing";

const DEADLINE_MS = 20_000;

/** Waits until a page contains a text; returns its markup. */
export const pageThatSays = (url: string, says: string): Promise<string> =>
  waitFor(
    async () => {
      const text = await (await fetch(url)).text();
      return text.includes(says) ? text : undefined;
    },
    { deadlineMs: DEADLINE_MS, what: `a page that says "${says}"`, everyMs: 50 },
  );

/** Opens the page, follows its button, and presses a button at the provider; returns the final address. */
export async function checkout(url: string, action: string): Promise<string> {
  const text = await pageThatSays(url, "Pay now");
  const address = /href="([^"]+\/checkout\/[^"]+)"/.exec(text)?.[1] ?? "";
  const answer = await fetch(address, {
    method: "POST",
    body: new URLSearchParams({ action, amount: "650" }),
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "", address).toString();
}

/** Pays, returns, and waits until the page shows the payment. */
export async function pay(url: string): Promise<void> {
  const back = await checkout(url, "pay");
  expect(back).toBe(`${url}?from=checkout`);
  await pageThatSays(back, "Paid");
}
