// Covers docs/reference/access.md: access-levels, actors, admin-hash, allowed-hosts, organization-context, poll-owner
// Covers docs/reference/access.md: restricted-view

import { pollSettingsOf } from "../polls/settings";
import { ordinaryPoll } from "../votes/testing/ordinary";
import { accessLevel, ownsPoll } from "./access-level";
import { type Actor, hasPrivateToken, type OrganizationRole, ownerKeyOf, owns } from "./actor";
import { mayReadRestricted, type OwnParticipation, originAllowed } from "./admit";
import { mayDeletePoll } from "./may-delete-poll";

const user = (accountId: bigint): Actor => ({ kind: "user", accountId });
const member = (role: OrganizationRole, accountId = 2n, organizationId = 7n): Actor => ({
  kind: "organization_member",
  accountId,
  organizationId,
  role,
});
const anonymous: Actor = { kind: "anonymous_user", accountId: 1n, ownerKey: "anonymous:ann" };
const reader: Actor = { kind: "anonymous_reader", accountId: 1n };

const personal = ordinaryPoll({ ownerAccountId: 1n, createdByAccountId: 1n });
const organizations = ordinaryPoll({
  ownerAccountId: undefined,
  ownerOrganizationId: 7n,
  createdByAccountId: 3n,
});
const closedLink = { settings: pollSettingsOf(personal.type, { public_admin_link: false }) };

describe("accessLevel", () => {
  test.each<[string, Actor, "admin_hash" | "member_hash", typeof personal, string]>([
    ["the owner by the member hash", user(1n), "member_hash", personal, "admin"],
    ["another user", user(2n), "member_hash", personal, "member"],
    ["a public token of the owner's account", anonymous, "member_hash", personal, "member"],
    ["any user with the admin hash", user(2n), "admin_hash", personal, "admin"],
    ["a public token with the admin hash", reader, "admin_hash", personal, "admin"],
    [
      "the owner in an organization's context",
      member("owner", 1n),
      "member_hash",
      personal,
      "member",
    ],
    ["an owner of the organization", member("owner"), "member_hash", organizations, "admin"],
    ["an admin of the organization", member("admin"), "member_hash", organizations, "admin"],
    ["a member of the organization", member("member"), "member_hash", organizations, "member"],
    [
      "the member who created it there",
      member("member", 3n),
      "member_hash",
      organizations,
      "admin",
    ],
    [
      "the member who created it, without the context",
      user(3n),
      "member_hash",
      organizations,
      "member",
    ],
    [
      "an owner of another organization",
      member("owner", 2n, 8n),
      "member_hash",
      organizations,
      "member",
    ],
    [
      "another user, the admin link being closed",
      user(2n),
      "admin_hash",
      { ...personal, ...closedLink },
      "none",
    ],
    [
      "the owner, the admin link being closed",
      user(1n),
      "admin_hash",
      { ...personal, ...closedLink },
      "admin",
    ],
    [
      "the creating member, the admin link being closed",
      member("member", 3n),
      "admin_hash",
      { ...organizations, ...closedLink },
      "none",
    ],
  ])("is right for %s", (_case, actor, addressedBy, poll, level) => {
    expect(accessLevel(actor, addressedBy, poll)).toBe(level);
  });

  test("with a closed admin link, the admin hash works for the owner only; for an organization, for its owners and admins", () => {
    const readers = [member("owner"), member("admin"), member("member", 3n), user(1n), anonymous];
    expect(readers.map((actor) => ownsPoll(actor, organizations))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("actors", () => {
  test.each<[string, Actor, string | undefined, boolean]>([
    ["a user owns as itself", user(2n), "user:2", true],
    ["a member of an organization owns as its user", member("member"), "user:2", true],
    ["an anonymous user owns by its key", anonymous, "anonymous:ann", false],
    ["an anonymous reader owns nothing", reader, undefined, false],
  ])("%s", (_case, actor, ownerKey, expected) => {
    expect(ownerKeyOf(actor)).toBe(ownerKey);
    expect(owns(actor, { ownerKey: ownerKeyOf(actor) })).toBe(ownerKey !== undefined);
    expect(owns(actor, { ownerKey: "user:9" })).toBe(false);
    expect(owns(actor, { ownerKey: undefined })).toBe(false);
    expect(hasPrivateToken(actor)).toBe(expected);
  });
});

describe("mayReadRestricted (restrict_view_access)", () => {
  const invited = "check_invitation";
  test.each<[string, object, OwnParticipation[], boolean]>([
    ["nothing is demanded", {}, [], true],
    ["the jury, being on it", { jury_mode: true }, [{ jury: true, invited: false }], true],
    ["the jury, not being on it", { jury_mode: true }, [{ jury: false, invited: true }], false],
    [
      "an invitation, having none",
      { participant_limitation_type: invited },
      [{ jury: true, invited: false }],
      false,
    ],
    [
      "both, in one participant",
      { jury_mode: true, participant_limitation_type: invited },
      [{ jury: true, invited: true }],
      true,
    ],
    [
      "both, in two participants",
      { jury_mode: true, participant_limitation_type: invited },
      [
        { jury: true, invited: false },
        { jury: false, invited: true },
      ],
      false,
    ],
  ])("decides for %s", (_case, stored, participants, expected) => {
    const settings = pollSettingsOf("Polls::Voting", stored);
    expect(mayReadRestricted({ settings }, participants)).toBe(expected);
  });
});

describe("originAllowed (allowed_hosts)", () => {
  const listed = ["example.org", "*.example.net"];
  test.each<[string | undefined, readonly string[], boolean]>([
    [undefined, listed, true],
    ["https://evil.com", [], true],
    ["https://example.org", listed, true],
    ["https://EXAMPLE.org:8443", listed, true],
    ["http://example.org", listed, true],
    ["ftp://example.org", listed, false],
    ["https://www.example.org", listed, false],
    ["https://a.b.example.net", listed, true],
    ["https://example.net", listed, false],
    ["https://notexample.net", listed, false],
    ["https://example.org.evil.com", listed, false],
    ["https://polls.test", listed, true],
    ["null", listed, false],
    ["file:///etc/passwd", listed, false],
  ])("%s with %j: %s", (origin, hosts, expected) => {
    expect(originAllowed(origin, hosts, ["polls.test"])).toBe(expected);
  });
});

test.each([
  [
    "by the admin hash",
    { addressedBy: "admin_hash", ownsPoll: false, hasPaidVotes: false },
    undefined,
  ],
  [
    "by a member hash",
    { addressedBy: "member_hash", ownsPoll: true, hasPaidVotes: false },
    "not_by_admin_hash",
  ],
  [
    "with paid votes, by the owner",
    { addressedBy: "admin_hash", ownsPoll: true, hasPaidVotes: true },
    undefined,
  ],
  [
    "with paid votes, by others",
    { addressedBy: "admin_hash", ownsPoll: false, hasPaidVotes: true },
    "has_paid_votes",
  ],
] as const)("deleting a poll %s", (_case, deletion, because) => {
  const decision = mayDeletePoll(deletion);
  expect(decision.allowed ? undefined : decision.because).toBe(because);
});
