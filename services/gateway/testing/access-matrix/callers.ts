import type { OwnerKey } from "@polls/domain/access";
import { buildOrganization, type RequestOptions } from "@polls/testing";
import type { NewAccount } from "../../src/features/accounts/create-account";
import { signUp } from "../sign-up";
import type { TestGateway } from "../start-gateway";

/** The facts of a caller that do not depend on the poll (docs/reference/access.md#actors). */
export interface CallerKind {
  /**
   * "unauthenticated": every request is refused. Otherwise: the access level to a poll with default
   * settings.
   */
  readonly level: "unauthenticated" | "member" | "admin";
  /**
   * "privately": with a private token, which is required to list, create, change and delete polls.
   */
  readonly acts: "privately" | "publicly";
  /**
   * The caller owns the poll, or is an owner or admin of its organization. It may read
   * `admin_hash`.
   */
  readonly ownsPoll: boolean;
  /** The caller can own objects: a user, or a public token with an identifier. */
  readonly hasIdentity: boolean;
  readonly addressing: "member_hash" | "admin_hash";
  readonly visits: "personal_poll" | "organization_poll";
  /** The role of the account in the organization. */
  readonly role: "owner" | "admin" | "member" | "none";
}

const user: CallerKind = {
  level: "member",
  acts: "privately",
  ownsPoll: false,
  hasIdentity: true,
  addressing: "member_hash",
  visits: "personal_poll",
  role: "none",
};
const inOrganization: CallerKind = { ...user, visits: "organization_poll" };
const visitor: CallerKind = { ...user, acts: "publicly" };
const unauthenticated: CallerKind = { ...visitor, level: "unauthenticated", hasIdentity: false };

export const callerKinds = {
  "no token": unauthenticated,
  "wrong token": unauthenticated,
  owner: { ...user, level: "admin", ownsPoll: true },
  "owner by the admin hash": { ...user, level: "admin", ownsPoll: true, addressing: "admin_hash" },
  "organization's owner": { ...inOrganization, level: "admin", ownsPoll: true, role: "owner" },
  "organization's admin": { ...inOrganization, level: "admin", ownsPoll: true, role: "admin" },
  "organization's member who made the poll": { ...inOrganization, level: "admin", role: "member" },
  "organization's member": { ...inOrganization, role: "member" },
  "organization's owner without organization_id": { ...inOrganization, role: "owner" },
  outsider: { ...inOrganization, level: "unauthenticated" },
  "former member": { ...inOrganization, level: "unauthenticated" },
  "public token with organization_id": { ...visitor, level: "unauthenticated" },
  "other account": user,
  "admin hash, private token": { ...user, level: "admin", addressing: "admin_hash" },
  "admin hash, public token": {
    ...visitor,
    level: "admin",
    hasIdentity: false,
    addressing: "admin_hash",
  },
  "public token, owning identifier": visitor,
  "public token, other identifier": visitor,
  "public token alone": { ...visitor, hasIdentity: false },
} as const satisfies Readonly<Record<string, CallerKind>>;

export type CallerName = keyof typeof callerKinds;

export const callerNames = Object.keys(callerKinds) as CallerName[];

/** A caller with its credentials, and the owner key of its options and participants. */
export interface MatrixCaller extends CallerKind {
  readonly name: CallerName;
  readonly credentials: RequestOptions;
  /**
   * The owner of the fixture's "own" objects: the caller, or another owner if the caller can own
   * none.
   */
  readonly ownKey: OwnerKey;
  /** Whether `ownKey` is the key of the caller. */
  readonly owns: boolean;
}

export interface MatrixCallers {
  readonly callers: readonly MatrixCaller[];
  readonly owner: NewAccount;
  /** The owner of the organization. */
  readonly chief: NewAccount;
  readonly creator: NewAccount;
  readonly organization: { readonly id: bigint; readonly publicId: string };
}

export function callerOf(
  { callers }: Pick<MatrixCallers, "callers">,
  name: CallerName,
): MatrixCaller {
  const caller = callers.find((each) => each.name === name);
  if (caller === undefined) throw new Error(`${name} was not cast`);
  return caller;
}

const IDENTIFIER = "7d0e6e2e-owning";

export async function signUpCallers(gateway: TestGateway): Promise<MatrixCallers> {
  const { db } = gateway;
  const names = ["owner", "chief", "admin", "creator", "member", "former", "other"] as const;
  const signedUp: NewAccount[] = [];
  // Sequentially, because on a busy machine concurrent transactions may time out.
  for (const name of names) signedUp.push(await signUp(db, { name }));
  const [owner, chief, admin, creator, member, former, other] = signedUp as unknown as [
    NewAccount,
    NewAccount,
    NewAccount,
    NewAccount,
    NewAccount,
    NewAccount,
    NewAccount,
  ];
  const organization = await buildOrganization(db, {
    members: [
      [chief.id, "owner"],
      [admin.id, "admin"],
      [creator.id, "member"],
      [member.id, "member"],
      [former.id, "admin"],
    ],
  });
  await db.prisma.organizationMember.deleteMany({ where: { accountId: former.id } });

  const anonymousKey = await keyOfVisitor(gateway, other, IDENTIFIER);
  const stays = (account: NewAccount) => ({ token: account.privateToken });
  const inside = (account: NewAccount) => ({
    ...stays(account),
    organization: organization.publicId,
  });
  const visits = (identifier?: string) => ({ token: other.publicToken, identifier });
  const keyOf = ({ id }: NewAccount): OwnerKey => `user:${id}`;

  const sent: Readonly<Record<CallerName, readonly [RequestOptions, OwnerKey]>> = {
    "no token": [{}, keyOf(owner)],
    "wrong token": [{ token: `${owner.privateToken.slice(0, -1)}~` }, keyOf(owner)],
    owner: [stays(owner), keyOf(owner)],
    "owner by the admin hash": [stays(owner), keyOf(owner)],
    "organization's owner": [inside(chief), keyOf(chief)],
    "organization's admin": [inside(admin), keyOf(admin)],
    "organization's member who made the poll": [inside(creator), keyOf(creator)],
    "organization's member": [inside(member), keyOf(member)],
    "organization's owner without organization_id": [stays(chief), keyOf(chief)],
    outsider: [inside(other), keyOf(other)],
    "former member": [inside(former), keyOf(former)],
    "public token with organization_id": [
      { ...visits(IDENTIFIER), organization: organization.publicId },
      anonymousKey,
    ],
    "other account": [stays(other), keyOf(other)],
    "admin hash, private token": [stays(other), keyOf(other)],
    "admin hash, public token": [visits(), anonymousKey],
    "public token, owning identifier": [visits(IDENTIFIER), anonymousKey],
    "public token, other identifier": [visits("another identifier"), anonymousKey],
    "public token alone": [visits(), anonymousKey],
  };
  const callers = callerNames.map((name): MatrixCaller => {
    const [credentials, ownKey] = sent[name];
    const kind = callerKinds[name];
    const owns = kind.hasIdentity && name !== "public token, other identifier";
    return { name, ...kind, credentials, ownKey, owns };
  });
  return { callers, owner, chief, creator, organization };
}

async function keyOfVisitor(
  { deps }: TestGateway,
  { publicToken }: NewAccount,
  userIdentifier: string,
): Promise<OwnerKey> {
  const actor = await deps.authenticator.authenticate(
    {
      authorization: `Bearer ${publicToken}`,
      userIdentifier,
      organizationId: undefined,
    },
    "read",
  );
  if (actor.kind !== "anonymous_user") throw new Error("an identifier made nobody");
  return actor.ownerKey;
}
