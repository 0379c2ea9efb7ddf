import type { PollSettings } from "../polls/settings";
import { ordinaryPoll } from "../votes/testing/ordinary";
import type { Actor } from "./actor";
import {
  type Admission,
  type AdmissionFacts,
  type AdmissionRule,
  admit,
  type PollRequest,
} from "./admit";

const owner: Actor = { kind: "user", accountId: 1n };
const caller: Actor = { kind: "user", accountId: 2n };

const rule: AdmissionRule = { password: "none", restricted: false };
const votes: AdmissionRule = { password: "everyone", restricted: false };
const changes: AdmissionRule = { password: "members", restricted: false };
const reads: AdmissionRule = { password: "none", restricted: true };
const admins: AdmissionRule = { ...rule, adminOnly: true };

const pollWith = (settings: Partial<PollSettings>, passwordHash?: string) =>
  ordinaryPoll({ settings, passwordHash });

const closedToHosts = { allowed_hosts: ["example.org"] };
const restricted = { restrict_view_access: true, jury_mode: true };
const onJury = [{ jury: true, invited: false }];
const noAdminLink = { public_admin_link: false };

const facts: PollRequest & AdmissionFacts = {
  actor: caller,
  pollHash: "member",
  poll: ordinaryPoll(),
  origin: "https://evil.example.com",
  ownHosts: ["polls.test"],
  matchedPasswordHash: undefined,
  lockedOwners: new Set(),
  languages: [],
  participations: [],
};

const admitWith = (asked: AdmissionRule, difference: Partial<typeof facts>): Admission => {
  const all = { ...facts, ...difference };
  return admit(asked, all, all);
};

const inWords = (admission: Admission): string => {
  switch (admission.kind) {
    case "admitted":
      return admission.access;
    case "password_needed":
      return `password of ${admission.pollId}: ${admission.passwordHash}`;
    case "refused":
      return admission.refusal.code;
  }
};

describe("admit", () => {
  test.each<[string, AdmissionRule, Partial<typeof facts>, string]>([
    ["an unknown hash", votes, { poll: undefined }, "poll_not_found"],
    ["the member hash", votes, {}, "member"],
    ["the owner by the member hash", votes, { actor: owner }, "admin"],
    ["the admin hash", votes, { pollHash: "admin" }, "admin"],
    [
      "the admin hash of a poll without an admin link",
      votes,
      { pollHash: "admin", poll: pollWith(noAdminLink, "hash") },
      "poll_not_found",
    ],
    ["a member where only admins are admitted", admins, {}, "poll_not_found"],
    [
      "a member of another host where only admins are admitted learns nothing",
      admins,
      { poll: pollWith(closedToHosts) },
      "poll_not_found",
    ],
    ["an admin where only admins are admitted", admins, { pollHash: "admin" }, "admin"],
    ["another host", rule, { poll: pollWith(closedToHosts) }, "host_not_allowed"],
    [
      "another host is refused before the password",
      votes,
      { poll: pollWith(closedToHosts, "hash") },
      "host_not_allowed",
    ],
    [
      "another host does not concern admins",
      rule,
      { poll: pollWith(closedToHosts), actor: owner },
      "admin",
    ],
    [
      "a listed host",
      rule,
      { poll: pollWith(closedToHosts), origin: "https://example.org" },
      "member",
    ],
    ["a protected poll where no password is asked", rule, { poll: pollWith({}, "hash") }, "member"],
    [
      "a protected poll asks members",
      changes,
      { poll: pollWith({}, "hash") },
      "password of 1: hash",
    ],
    [
      "a protected poll does not ask admins",
      changes,
      { poll: pollWith({}, "hash"), actor: owner },
      "admin",
    ],
    [
      "a protected poll asks everyone to cast a vote",
      votes,
      { poll: pollWith({}, "hash"), actor: owner },
      "password of 1: hash",
    ],
    [
      "a password that matches",
      votes,
      { poll: pollWith({}, "hash"), matchedPasswordHash: "hash" },
      "member",
    ],
    [
      "a password that matched before it was changed",
      votes,
      { poll: pollWith({}, "newer"), matchedPasswordHash: "hash" },
      "password of 1: newer",
    ],
    [
      "a password that was taken off meanwhile",
      votes,
      { poll: ordinaryPoll(), matchedPasswordHash: "hash" },
      "member",
    ],
    [
      "a restricted view asks for the password first",
      reads,
      { poll: pollWith(restricted, "hash"), participations: onJury },
      "password of 1: hash",
    ],
    [
      "a restricted view without a participant",
      reads,
      { poll: pollWith(restricted) },
      "poll_not_found",
    ],
    [
      "a restricted view with the password and without a participant",
      reads,
      { poll: pollWith(restricted, "hash"), matchedPasswordHash: "hash" },
      "poll_not_found",
    ],
    [
      "a restricted view with a participant on the jury",
      reads,
      { poll: pollWith(restricted), participations: onJury },
      "member",
    ],
    [
      "a restricted view does not concern admins",
      reads,
      { poll: pollWith(restricted, "hash"), actor: owner },
      "admin",
    ],
    [
      "a change of a poll whose owner is blocked",
      votes,
      { poll: pollWith({}, "hash"), lockedOwners: new Set([1n]) },
      "poll_locked",
    ],
    [
      "a change by an admin of a poll whose owner is blocked",
      admins,
      { pollHash: "admin", lockedOwners: new Set([1n]) },
      "poll_locked",
    ],
    [
      "an unknown hash while accounts are blocked",
      votes,
      { poll: undefined, lockedOwners: new Set([1n]) },
      "poll_not_found",
    ],
    [
      "a member where only admins are admitted learns nothing of a blocked owner",
      admins,
      { lockedOwners: new Set([1n]) },
      "poll_not_found",
    ],
    [
      "a poll of another account than the blocked one",
      votes,
      { lockedOwners: new Set([2n]) },
      "member",
    ],
    ["a restricted view does not concern writes", rule, { poll: pollWith(restricted) }, "member"],
  ])("decides for %s", (_case, asked, difference, expected) => {
    expect(inWords(admitWith(asked, difference))).toBe(expected);
  });

  test("an admission tells by which hash the request addressed the poll", () => {
    const by = (pollHash: string) => admitWith(rule, { actor: owner, pollHash });
    expect(by("admin")).toMatchObject({ access: "admin", addressedBy: "admin_hash" });
    expect(by("member")).toMatchObject({ access: "admin", addressedBy: "member_hash" });
  });
});
