import { lockAccount, lockOrganization } from "@polls/db/accounts";
import type { Transaction } from "@polls/db/sql";
import { type Actor, type Owner, ownerOf } from "@polls/domain/access";
import { Invalid } from "@polls/domain/refusals";

/** Plain members can neither see nor change the webhooks of their organization. */
const isPlainMember = (actor: Actor): boolean =>
  actor.kind === "organization_member" && actor.role === "member";

/** The owner whose webhooks the actor may see. Undefined: none. */
export const visibleTo = (actor: Actor): Owner | undefined =>
  isPlainMember(actor) ? undefined : ownerOf(actor);

/** The owner of a new webhook. Throws 422 if the actor may not create one. */
export function makesFor(actor: Actor): Owner {
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
export const lockOwner = (tx: Transaction, owner: Owner) =>
  owner.ownerOrganizationId === undefined
    ? lockAccount(tx, owner.ownerAccountId)
    : lockOrganization(tx, owner.ownerOrganizationId);
