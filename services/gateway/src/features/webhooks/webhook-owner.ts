import { lockAccount, lockOrganization, type Transaction } from "@polls/db";
import type { Actor } from "@polls/domain/access";
import { Invalid } from "@polls/domain/refusals";

/** Whose a webhook is, as its columns say it: the organization's in its context, else the account's. */
export type WebhookOwner =
  | { readonly ownerAccountId: bigint }
  | { readonly ownerOrganizationId: bigint };

const ownerOf = (actor: Actor): WebhookOwner =>
  actor.kind === "organization_member"
    ? { ownerOrganizationId: actor.organizationId }
    : { ownerAccountId: actor.accountId };

/** Plain members neither see nor change what an organization's owners and admins set up. */
const isPlainMember = (actor: Actor): boolean =>
  actor.kind === "organization_member" && actor.role === "member";

/** Which webhooks the actor sees; undefined: none. */
export const visibleTo = (actor: Actor): WebhookOwner | undefined =>
  isPlainMember(actor) ? undefined : ownerOf(actor);

/** Whom a new webhook belongs to; 422 where the actor may not make one. */
export function makesFor(actor: Actor): WebhookOwner {
  if (isPlainMember(actor)) {
    const sentence = "Only owners and admins make webhooks of the organization";
    throw new Invalid({ base: [sentence] }, "admins_only");
  }
  return ownerOf(actor);
}

/** Holds an owner until the transaction ends, so that its webhooks are counted by one at a time. */
export const lockOwner = (tx: Transaction, owner: WebhookOwner): Promise<void> =>
  "ownerAccountId" in owner
    ? lockAccount(tx, owner.ownerAccountId)
    : lockOrganization(tx, owner.ownerOrganizationId);
