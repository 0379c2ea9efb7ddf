import type { ProviderId } from "./sign-in-providers";

/** The owner of an option or participant: a user, or the HMAC of account and identifier of an anonymous user. */
export type OwnerKey = `user:${bigint}` | `anonymous:${string}`;

export type OrganizationRole = "owner" | "admin" | "member";

/** A request has one actor, known before any handler runs (docs/reference/access.md#actors). */
export type Actor =
  /** A private token without `organization_id`. */
  | {
      readonly kind: "user";
      readonly accountId: bigint;
      /** The token has a smaller scope than `manage`. */
      readonly limited?: true;
      readonly signedInAt?: Date;
    }
  /** A private token with the `organization_id` of an organization that the user belongs to. */
  | {
      readonly kind: "organization_member";
      readonly accountId: bigint;
      readonly limited?: true;
      /** When the browser that sends the request signed in. Absent for programs. */
      readonly signedInAt?: Date;
      readonly organizationId: bigint;
      readonly role: OrganizationRole;
    }
  /** A public token with a user identifier, or the token of a page. */
  | {
      readonly kind: "anonymous_user";
      readonly accountId: bigint;
      readonly ownerKey: OwnerKey;
      readonly limited?: true;
      /** The provider that the person signed in at, so that its identifier stands for one person in the poll. */
      readonly provenBy?: ProviderId;
      /** The only poll that a page token gives access to (docs/reference/pages.md#page-tokens). */
      readonly onlyPollId?: bigint;
    }
  /** A public token without a user identifier. Such an actor owns nothing. */
  | {
      readonly kind: "anonymous_reader";
      readonly accountId: bigint;
      readonly limited?: true;
    };

/** Whether the actor is a visitor of a page: a browser, and not a program with a token. */
export const isVisitor = (actor: Actor): boolean =>
  ("onlyPollId" in actor && actor.onlyPollId !== undefined) ||
  ("signedInAt" in actor && actor.signedInAt !== undefined);

/** The provider by which the actor proved to be one person. */
export const provenBy = (actor: Actor): ProviderId | undefined =>
  actor.kind === "anonymous_user" ? actor.provenBy : undefined;

/** The owner of a poll or webhook, as the columns of both: an organization or an account. */
export type Owner =
  | { readonly ownerOrganizationId: bigint; readonly ownerAccountId?: never }
  | { readonly ownerAccountId: bigint; readonly ownerOrganizationId?: never };

/**
 * The owner of what the actor creates: the organization in its context, else the account
 * (docs/reference/access.md#organization-context).
 */
export const ownerOf = (actor: Actor): Owner =>
  actor.kind === "organization_member"
    ? { ownerOrganizationId: actor.organizationId }
    : { ownerAccountId: actor.accountId };

/** The owner key of options and participants that the actor creates. An anonymous reader owns nothing. */
export function ownerKeyOf(actor: Actor): OwnerKey | undefined {
  switch (actor.kind) {
    case "user":
    case "organization_member":
      return `user:${actor.accountId}`;
    case "anonymous_user":
      return actor.ownerKey;
    case "anonymous_reader":
      return undefined;
  }
}

/** Whether the actor owns an option or participant. */
export const owns = (
  actor: Actor,
  { ownerKey }: { readonly ownerKey: OwnerKey | undefined },
): boolean => ownerKey !== undefined && ownerKey === ownerKeyOf(actor);

/** Whether the actor's token is valid for the poll. */
export const mayUse = (actor: Actor, { id }: { readonly id: bigint }): boolean =>
  actor.kind !== "anonymous_user" || actor.onlyPollId === undefined || actor.onlyPollId === id;

/** Whether the actor has a private token (docs/reference/access.md#private-tokens-only). */
export const hasPrivateToken = (actor: Actor): boolean =>
  actor.kind === "user" || actor.kind === "organization_member";

/** Whether the actor may manage polls and read their admin addresses (docs/reference/accounts.md#scopes). */
export const hasManageScope = (actor: Actor): boolean => actor.limited !== true;

const RECENT_SIGN_IN_MS = 30 * 60_000;

/**
 * Whether the actor may get credentials that outlast its session (docs/reference/accounts.md#recent-sign-in): a
 * program, or a browser shortly after its sign-in.
 */
export const signedInRecently = (actor: Actor, now: Date): boolean =>
  !("signedInAt" in actor) ||
  actor.signedInAt === undefined ||
  now.getTime() - actor.signedInAt.getTime() <= RECENT_SIGN_IN_MS;
