import type { FakeProvider } from "./provider";

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** What a payer, the payer's bank and the provider's dashboard can do, with their buttons. */
export const payerActions = {
  pay: "Pay",
  later: "Pay by a method that takes days",
  arrive: "… and the money arrives",
  bounce: "… and the money does not arrive",
  abandon: "Go back without paying",
  refund: "Refund all that is left, as in the dashboard",
  dispute: "Dispute the payment at the bank",
  win: "… and the bank decides for the seller",
  lose: "… and the bank decides for the payer",
} as const;

export type PayerAction = keyof typeof payerActions;

/** A page of the fake provider. `content` is HTML. */
export const fakePage = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} (fake provider)</title>
<style>body{font:1rem/1.5 system-ui;max-width:30rem;margin:2rem auto;padding:0 1rem}button{display:block;font:inherit;margin:.6rem 0;min-height:3rem;padding:.6rem 1rem;width:100%}</style></head>
<body><h1>${title}</h1><p>This stands in for the payment provider. No money moves.</p>
${content}</body></html>
`;

/** The undecided dispute about the money of a session. */
const openDispute = (provider: FakeProvider, intent: unknown) =>
  provider
    .disputes()
    .find(({ payment_intent: of, status }) => of === intent && status === "needs_response");

function possibleActions(provider: FakeProvider, id: string): readonly PayerAction[] {
  const { status, payment_status: paid, payment_intent: intent } = provider.session(id);
  if (status === "open") return ["pay", "later", "abandon"];
  if (status !== "complete") return [];
  if (paid === "unpaid") return ["arrive", "bounce"];
  return openDispute(provider, intent) === undefined ? ["refund", "dispute"] : ["win", "lose"];
}

/** The checkout page of the fake provider, with a button for each action of a payer. */
export function checkoutPage(provider: FakeProvider, id: string): string {
  const { status, currency, amount_total: total, payment_status: paid } = provider.session(id);
  const { name, quantity, unitAmount, named } = provider.offer(id);
  const possible = possibleActions(provider, id);
  const amount =
    unitAmount === null
      ? `<p>${escapeText(name)}</p><p><label>Amount in ${escapeText(currency ?? "")} (minor unit) <input name="amount" type="number" min="${named?.minimum ?? 1}" value="${named?.preset ?? ""}" required></label></p>`
      : `<p>${quantity} × ${escapeText(name)}: <strong>${total} ${escapeText(currency ?? "")}</strong> (minor unit)</p>`;
  return fakePage(
    "Checkout",
    `<form method="post">${amount}<p>The session is ${escapeText(status ?? "")}, ${escapeText(paid)}.</p>
${possible.map((action) => `<button name="action" value="${action}">${payerActions[action]}</button>`).join("\n")}
</form>`,
  );
}

/** Performs an action of the payer. Returns where to redirect, or undefined to stay. */
export function performAction(
  provider: FakeProvider,
  id: string,
  { action, amount }: { readonly action: string | null; readonly amount: string | null },
): string | undefined {
  const named = amount === null ? undefined : Math.round(Number(amount));
  if (action === "pay" || action === "later") {
    const { success_url: url } = provider.complete(
      id,
      action === "pay" ? "paid" : "processing",
      named,
    );
    return action === "pay" ? (url ?? undefined) : undefined;
  }
  if (action === "arrive" || action === "bounce") {
    return (
      provider.settleLater(id, action === "arrive" ? "paid" : "failed").success_url ?? undefined
    );
  }
  const { cancel_url: back, payment_intent: intent } = provider.session(id);
  if (action === "abandon" || typeof intent !== "string") return back ?? undefined;
  const disputed = openDispute(provider, intent);
  if (action === "refund") provider.createRefund({ payment_intent: intent });
  else if (action === "dispute") provider.openDispute(intent);
  else if (disputed !== undefined) {
    provider.closeDispute(disputed.id, action === "win" ? "won" : "lost");
  }
  return undefined;
}

/** The onboarding page of the fake provider, with a button for each action of an owner. */
export const onboardingPage = (): string =>
  fakePage(
    "Connect an account",
    `<form method="post">
<button name="action" value="finish">Enter all details</button>
<button name="action" value="leave">Leave without finishing</button>
</form>`,
  );
