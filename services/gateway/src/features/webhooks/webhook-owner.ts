import { lockAccount, lockOrganization, type Transaction } from "@polls/db";
import type { Actor } from "@polls/domain/access";
import { Invalid } from "@polls/domain/refusals";

/** The owner of a webhook as columns: the organization in its context, otherwise the account. */
export type WebhookOwner =
  | { readonly ownerAccountId: bigint }
  | { readonly ownerOrganizationId: bigint };

const ownerOf = (actor: Actor): WebhookOwner =>
  actor.kind === "organization_member"
    ? { ownerOrganizationId: actor.organizationId }
    : { ownerAccountId: actor.accountId };

/** Plain members can neither see nor change the webhooks of their organization. */
const isPlainMember = (actor: Actor): boolean =>
  actor.kind === "organization_member" && actor.role === "member";

/** The owner whose webhooks the actor may see. Undefined: none. */
export const visibleTo = (actor: Actor): WebhookOwner | undefined =>
  isPlainMember(actor) ? undefined : ownerOf(actor);

/** The owner of a new webhook. Throws 422 if the actor may not create one. */
export function makesFor(actor: Actor): WebhookOwner {
  if (isPlainMember(actor)) {
    const sentence = "Only owners and admins may create webhooks of the organization";
    throw new Invalid({ base: [sentence] }, "admins_only");
  }
  return ownerOf(actor);
}

/**
 * Locks an owner until the transaction ends, so that its webhooks are counted by one transaction at
 * a time.
 */
export const lockOwner = (tx: Transaction, owner: WebhookOwner): Promise<void> =>
  "ownerAccountId" in owner
    ? lockAccount(tx, owner.ownerAccountId)
    : lockOrganization(tx, owner.ownerOrganizationId);
