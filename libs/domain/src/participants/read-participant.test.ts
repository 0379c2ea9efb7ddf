// Covers docs/reference/errors.md: codes-of-participants
// Covers docs/reference/opt-in.md: addresses, allowed-domains
// Covers docs/reference/participants.md: acceptances, complete, creation, fraudulent-participants, names, update
// Covers docs/reference/requests.md: field-rules
// Covers docs/reliability.md: mail-abuse

import type { FieldErrors } from "../refusals/refusal";
import { ordinaryParticipant, ordinaryPoll } from "../votes/testing/ordinary";
import { readCreateParticipant } from "./read-create-participant";
import { hasOnlyAdminFlags, readUpdateParticipant } from "./read-update-participant";

const pollOf = (settings = {}, type = "Polls::Voting") => ordinaryPoll({ type, settings });

describe("readCreateParticipant", () => {
  const optIn = { double_opt_in: true, require_voter_name: false };
  const restricted = { ...optIn, restricted_double_opt_in_domains: ["example.org"] };
  test.each<[string, object, object, FieldErrors]>([
    ["no name", { voter: {} }, {}, { user_name: ["is required"] }],
    ["no voter", {}, {}, { voter: ["is required"] }],
    ["no address", { voter: {} }, optIn, { optin_email: ["is required"] }],
    [
      "an invalid address",
      { voter: { optin_email: "ann" } },
      optIn,
      { optin_email: ["must be an e-mail address"] },
    ],
    [
      "an address of another domain",
      { voter: { optin_email: "ann@example.org.evil.com" } },
      restricted,
      { optin_email: ["must be an address of example.org"] },
    ],
    [
      "an address of a subdomain",
      { voter: { optin_email: "ann@mail.example.org" } },
      restricted,
      { optin_email: ["must be an address of example.org"] },
    ],
    [
      "terms that are not accepted",
      { voter: { user_name: "Ann", terms: false } },
      { terms_for_voters: true },
      { terms: ["must be accepted"] },
    ],
    [
      "terms that are accepted inside and refused beside",
      { voter: { user_name: "Ann", terms: true }, terms: 0 },
      { terms_for_voters: true },
      { terms: ["must be accepted"] },
    ],
    [
      "a privacy policy that is refused inside and accepted beside",
      { voter: { user_name: "Ann", privacy_policy: 0 }, privacy_policy: true },
      { privacy_policy_for_voters: true },
      { privacy_policy: ["must be accepted"] },
    ],
    [
      "an unknown field",
      { voter: { user_name: "Ann", jury: true } },
      {},
      { jury: ["is not a known field"] },
    ],
    [
      "an address of a domain that only looks allowed",
      { voter: { optin_email: "ann@b\u00fccher.example.com" } },
      { ...optIn, restricted_double_opt_in_domains: ["xn--bcher-kva.example"] },
      { optin_email: ["must be an address of xn--bcher-kva.example"] },
    ],
  ])("%s is refused", (_case, body, settings, errors) => {
    expect(readCreateParticipant(body, pollOf(settings))).toEqual({ ok: false, errors });
  });

  test.each<[string, object, object, object]>([
    ["a name", { voter: { user_name: " Ann " } }, {}, { userName: "Ann" }],
    [
      "a given name is not stored under anonymize_voter_names",
      { voter: { user_name: "Ann" } },
      { anonymize_voter_names: true },
      { userName: undefined },
    ],
    [
      "an address is not kept without double opt-in",
      { voter: { user_name: "Ann", optin_email: "ann@example.org" } },
      {},
      { optinEmail: undefined },
    ],
    [
      "an address of the domain, in any case of letters",
      { voter: { optin_email: "Ann@Example.ORG" } },
      restricted,
      { optinEmail: "Ann@Example.ORG" },
    ],
    [
      "acceptances inside, as 1",
      { voter: { user_name: "Ann", terms: 1 } },
      { terms_for_voters: true },
      { termsAccepted: true },
    ],
    [
      "acceptances beside, as true",
      { voter: { user_name: "Ann" }, terms: true },
      { terms_for_voters: true },
      { termsAccepted: true },
    ],
  ])("%s", (_case, body, settings, value) => {
    expect(readCreateParticipant(body, pollOf(settings))).toMatchObject({ ok: true, value });
  });
});

// Settings: double_opt_in, require_voter_name
test.each(["ann@b\u00fccher.example", "ann@B\u00dcCHER.example", "ann@xn--bcher-kva.example"])(
  "%s is an address of the allowed domain xn--bcher-kva.example",
  (optin_email) => {
    const settings = {
      double_opt_in: true,
      require_voter_name: false,
      restricted_double_opt_in_domains: ["xn--bcher-kva.example"],
    };
    expect(readCreateParticipant({ voter: { optin_email } }, pollOf(settings))).toMatchObject({
      ok: true,
      value: { optinEmail: optin_email },
    });
  },
);

describe("readUpdateParticipant", () => {
  const read = (
    voter: object,
    settings = {},
    access: "admin" | "member" = "member",
    type?: string,
  ) => readUpdateParticipant({ voter }, pollOf(settings, type), access, ordinaryParticipant());

  test.each<[string, ReturnType<typeof read>, FieldErrors]>([
    [
      "taking back a required acceptance",
      read({ terms_accepted: false }, { terms_for_voters: true }),
      { terms_accepted: ["cannot be withdrawn"] },
    ],
    ["clearing a required name", read({ user_name: "" }), { user_name: ["is required"] }],
    [
      "an acceptance under its name in create requests",
      read({ terms: true }),
      { terms: ["is not a known field"] },
    ],
    [
      "flags by a member",
      read({ fraudulent: true, jury: true }),
      { fraudulent: ["is for admins only"], jury: ["is for admins only"] },
    ],
    ["complete outside surveys", read({ complete: true }), { complete: ["is for surveys only"] }],
  ])("%s is refused", (_case, reading, errors) => {
    expect(reading).toEqual({ ok: false, errors });
  });

  test("absent fields stay", () => {
    expect(read({ user_name: "Bob" })).toEqual({ ok: true, value: { userName: "Bob" } });
    expect(read({ terms_accepted: false })).toEqual({ ok: true, value: { termsAccepted: false } });
    expect(read({ complete: true }, {}, "member", "Polls::Survey")).toEqual({
      ok: true,
      value: { complete: true },
    });
  });

  test("hasOnlyAdminFlags distinguishes flags from other changes", () => {
    expect(hasOnlyAdminFlags({ fraudulent: true, jury: false })).toBe(true);
    expect(hasOnlyAdminFlags({ fraudulent: true, userName: "Bob" })).toBe(false);
    expect(hasOnlyAdminFlags({})).toBe(false);
  });
});
