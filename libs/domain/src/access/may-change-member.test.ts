// Covers docs/reference/errors.md: codes-of-accounts
// Covers docs/reference/organizations.md: members, roles

import { allow, refuse } from "../refusals/decision";
import { type MemberChange, mayChangeMember } from "./may-change-member";

const ownerAddsMember: MemberChange = {
  asker: "owner",
  self: false,
  from: undefined,
  to: "member",
  owners: 1,
};

describe("mayChangeMember", () => {
  test.each<[string, Partial<MemberChange>, ReturnType<typeof mayChangeMember>]>([
    ["an owner adds a member", {}, allow],
    ["an owner adds an owner", { to: "owner" }, allow],
    ["an owner removes an admin", { from: "admin", to: undefined }, allow],
    ["an owner removes one owner of two", { from: "owner", to: undefined, owners: 2 }, allow],
    ["an admin adds an admin", { asker: "admin", to: "admin" }, allow],
    ["an admin makes no owner", { asker: "admin", to: "owner" }, refuse("owners_only")],
    [
      "an admin removes no owner",
      { asker: "admin", from: "owner", to: undefined, owners: 2 },
      refuse("owners_only"),
    ],
    [
      "an admin does not become an owner",
      { asker: "admin", self: true, from: "admin", to: "owner" },
      refuse("owners_only"),
    ],
    ["a member adds no one", { asker: "member" }, refuse("admins_only")],
    [
      "a member does not become an admin",
      { asker: "member", self: true, from: "member", to: "admin" },
      refuse("admins_only"),
    ],
    ["a member leaves", { asker: "member", self: true, from: "member", to: undefined }, allow],
    [
      "the last owner does not leave",
      { self: true, from: "owner", to: undefined },
      refuse("last_owner"),
    ],
    [
      "the last owner does not step down",
      { self: true, from: "owner", to: "admin" },
      refuse("last_owner"),
    ],
    ["one owner of two leaves", { self: true, from: "owner", to: undefined, owners: 2 }, allow],
    ["the last owner stays owner", { self: true, from: "owner", to: "owner" }, allow],
  ])("decides whether %s", (_case, difference, expected) => {
    expect(mayChangeMember({ ...ownerAddsMember, ...difference })).toEqual(expected);
  });
});
