import type { StandInProvider } from "./provider";

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The actions of a payer, with the labels of their buttons. */
export const deeds = {
  pay: "Pay",
  later: "Pay by a method that takes days",
  arrive: "… and the money arrives",
  bounce: "… and the money does not arrive",
  abandon: "Go back without paying",
} as const;

export type PayerAction = keyof typeof deeds;

/** A page of the stand-in: `content` is markup. */
export const standInPage = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} (stand-in)</title>
<style>body{font:1rem/1.5 system-ui;max-width:30rem;margin:2rem auto;padding:0 1rem}button{display:block;font:inherit;margin:.6rem 0;min-height:3rem;padding:.6rem 1rem;width:100%}</style></head>
<body><h1>${title}</h1><p>This stands in for the payment provider. No money moves.</p>
${content}</body></html>
`;

/** The checkout page of the stand-in, with a button for each action of a payer. */
export function checkoutPage(provider: StandInProvider, id: string): string {
  const { status, currency, amount_total: total, payment_status: paid } = provider.session(id);
  const { name, quantity, unitAmount, named } = provider.offer(id);
  const possible: readonly PayerAction[] =
    status === "open"
      ? ["pay", "later", "abandon"]
      : paid === "unpaid" && status === "complete"
        ? ["arrive", "bounce"]
        : [];
  const amount =
    unitAmount === null
      ? `<p>${escapeText(name)}</p><p><label>Amount in ${escapeText(currency ?? "")} (minor unit) <input name="amount" type="number" min="${named?.minimum ?? 1}" value="${named?.preset ?? ""}" required></label></p>`
      : `<p>${quantity} × ${escapeText(name)}: <strong>${total} ${escapeText(currency ?? "")}</strong> (minor unit)</p>`;
  return standInPage(
    "Checkout",
    `<form method="post">${amount}<p>The session is ${escapeText(status ?? "")}, ${escapeText(paid)}.</p>
${possible.map((deed) => `<button name="deed" value="${deed}">${deeds[deed]}</button>`).join("\n")}
</form>`,
  );
}

/** Performs an action of the payer. Returns the next address of the payer; undefined: the same page. */
export function doDeed(
  provider: StandInProvider,
  id: string,
  { deed, amount }: { readonly deed: string | null; readonly amount: string | null },
): string | undefined {
  const named = amount === null ? undefined : Math.round(Number(amount));
  if (deed === "pay" || deed === "later") {
    const { success_url: url } = provider.complete(
      id,
      deed === "pay" ? "paid" : "processing",
      named,
    );
    return deed === "pay" ? (url ?? undefined) : undefined;
  }
  if (deed === "arrive" || deed === "bounce") {
    return provider.settleLater(id, deed === "arrive" ? "paid" : "failed").success_url ?? undefined;
  }
  return provider.session(id).cancel_url ?? undefined;
}
