import { type Currency, findCurrency } from "@polls/domain/payments";
import type Stripe from "stripe";
import type { NamedAmount, Offer } from "./provider-state";
import { BadRequest } from "./validate-request";

const QUANTITY_MAX = 999_999;
const NAME_MAX = 250;
const DESCRIPTION_MAX = 1_000;
const REFERENCE_MAX = 200;
const URL_MAX = 5_000;
const METADATA = { keys: 50, key: 40, value: 500 } as const;

/** Checks a currency. The provider refuses unknown ones. */
export function requireCurrency(code: string | undefined): Currency {
  const currency = findCurrency(code ?? "");
  if (currency === undefined) throw new BadRequest(`Invalid currency: ${code}`, "currency");
  return currency;
}

/** Checks that an amount can be charged in a currency. */
export function requireAmount(amount: number, code: string, param: string): void {
  const { least = 1, most, step } = requireCurrency(code);
  if (!Number.isInteger(amount)) throw new BadRequest(`Invalid integer: ${amount}`, param);
  if (amount < least) throw new BadRequest(`Amount must be at least ${least} ${code}`, param);
  if (amount > most) throw new BadRequest(`Amount must be no more than ${most} ${code}`, param);
  if (amount % step !== 0) {
    throw new BadRequest(`Amount must be a multiple of ${step} in ${code}`, param);
  }
}

/** Parses the amounts of a price that the payer chooses: each valid, and in order. */
export function readNamedAmount(
  { minimum, maximum, preset }: Stripe.PriceCreateParams.CustomUnitAmount,
  code: string,
): NamedAmount {
  const param = "custom_unit_amount";
  const [least, most, start] = [minimum, maximum, preset].map((amount) => {
    if (amount === undefined) return null;
    requireAmount(Number(amount), code, param);
    return Number(amount);
  }) as [number | null, number | null, number | null];
  if (least !== null && most !== null && least > most) {
    throw new BadRequest("minimum must be less than maximum", param);
  }
  if (start !== null && (start < (least ?? start) || start > (most ?? start))) {
    throw new BadRequest("preset must be within minimum and maximum", param);
  }
  return { minimum: least, maximum: most, preset: start };
}

/** What the payer pays for a price of free choice: the preset, unless the payer changed it. */
export function requirePaid(
  named: Offer["named"],
  amount: number | undefined,
  code: string,
): number {
  const paid = amount ?? named?.preset ?? undefined;
  if (paid === undefined) throw new BadRequest("The payer names the amount", "amount");
  requireAmount(paid, code, "amount");
  if (paid < (named?.minimum ?? paid) || paid > (named?.maximum ?? paid)) {
    throw new BadRequest("The amount is out of bounds", "amount");
  }
  return paid;
}

export function requireQuantity(quantity: number): void {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX) {
    throw new BadRequest(`This value must be between 1 and ${QUANTITY_MAX}`, "quantity");
  }
}

function requireText(text: string | undefined, param: string, max: number): void {
  if (text === undefined || text === "") throw new BadRequest(`Empty string: ${param}`, param);
  if (text.length > max) throw new BadRequest(`${param} has more than ${max} characters`, param);
}

export const requireName = (name: string | undefined): void => requireText(name, "name", NAME_MAX);

export function requireUrl(url: string | undefined, param: string): void {
  requireText(url, param, URL_MAX);
  if (!/^https?:/.test(url ?? "") || !URL.canParse(url ?? "")) {
    throw new BadRequest("Not a valid URL", param);
  }
}

/** Checks the texts and URLs of a session. */
export function requireTexts(params: Stripe.Checkout.SessionCreateParams): void {
  const { client_reference_id: reference, payment_intent_data: intent } = params;
  if (reference !== undefined) requireText(reference, "client_reference_id", REFERENCE_MAX);
  if (intent?.description !== undefined) {
    requireText(intent.description, "payment_intent_data.description", DESCRIPTION_MAX);
  }
  for (const param of ["success_url", "cancel_url"] as const) {
    const url = params[param];
    if (url === undefined && param === "cancel_url") continue;
    requireUrl(url, param);
  }
  requireMetadata(params.metadata);
  requireMetadata(intent?.metadata);
}

export function requireMetadata(metadata: unknown): void {
  if (typeof metadata !== "object" || metadata === null) return;
  const entries = Object.entries(metadata);
  if (entries.length > METADATA.keys) throw new BadRequest("Too many keys", "metadata");
  for (const [key, value] of entries) {
    if (key.length > METADATA.key || String(value).length > METADATA.value) {
      throw new BadRequest(`Metadata is too long: ${key}`, "metadata");
    }
  }
}

/** One of the provider's objects, by its id. */
export function existing<Value>(things: Record<string, Value>, id: string): Value {
  const thing = things[id];
  if (thing === undefined) {
    throw new BadRequest(`No such thing: '${id}'`, "id", "resource_missing", 404);
  }
  return thing;
}

/** Form values are texts, unless the schema has converted them. */
export const isTrue = (value: unknown): boolean => value === true || value === "true";

/** The metadata of a request. */
export const textsOf = (metadata: unknown): Record<string, string> =>
  typeof metadata === "object" && metadata !== null ? (metadata as Record<string, string>) : {};
