// Covers docs/reference/accounts.md: sign-in-by-a-provider

import { loadConfig } from "./config";

const usual = {
  NODE_ENV: "test",
  DATABASE_URL: "postgresql://user@localhost/polls",
  BASE_URL: "https://polls.example",
  APP_SECRET: "a secret that only tests have, and no deployment",
};
const first = { OIDC_ISSUER: "https://id.example/realms/club/", OIDC_CLIENT_ID: "polls" };
const signInOf = (env: Record<string, string>) => loadConfig({ ...usual, ...env }).signIn;

test("without variables there is no provider, and mailed links sign in", () => {
  expect(signInOf({})).toEqual({
    providers: [],
    providersOnly: false,
    operatorsNeedTwoFactors: false,
  });
});

test("each provider has its variables, and the issuer keeps its form", () => {
  const { providers } = signInOf({
    ...first,
    OIDC_3_ISSUER: "https://login.example",
    OIDC_3_CLIENT_ID: "club",
    OIDC_3_CLIENT_SECRET: "hidden",
    OIDC_3_NAME: "The club",
    OIDC_3_OPERATOR_GROUP: "staff",
    OIDC_3_ACR: " urn:two ",
  });
  expect(providers).toEqual([
    {
      id: "oidc",
      issuer: new URL("https://id.example/realms/club/"),
      clientId: "polls",
      clientSecret: undefined,
      name: "id.example",
      operatorGroup: undefined,
      groupRoles: [],
      acr: undefined,
    },
    {
      id: "oidc_3",
      issuer: new URL("https://login.example"),
      clientId: "club",
      clientSecret: "hidden",
      name: "The club",
      operatorGroup: "staff",
      groupRoles: [],
      acr: "urn:two",
    },
  ]);
});

test("groups give roles, and may have the signs that separate them", () => {
  const OIDC_GROUP_ROLES =
    " board = AbC_1-x:admin,/all, but=us=y:member , cn=staff,ou=people=z:member";
  expect(signInOf({ ...first, OIDC_GROUP_ROLES }).providers[0]?.groupRoles).toEqual([
    { group: "board", organization: "AbC_1-x", role: "admin" },
    { group: "/all, but=us", organization: "y", role: "member" },
    { group: "cn=staff,ou=people", organization: "z", role: "member" },
  ]);
});

test.each([
  "board",
  "board=x",
  "board=x:owner",
  "=x:admin",
  "board=x:admin, staff=x",
  "a=x:admins",
])("the groups %p are refused, with an example", (OIDC_GROUP_ROLES) => {
  expect(() => signInOf({ ...first, OIDC_GROUP_ROLES })).toThrow(
    /OIDC_GROUP_ROLES must be like "board=ORGANIZATION_ID:admin/,
  );
});

test.each([
  ["a client without an issuer", { OIDC_CLIENT_ID: "polls" }, "OIDC_ISSUER"],
  ["an issuer without a client", { OIDC_2_ISSUER: "https://id.example" }, "OIDC_2_CLIENT_ID"],
  ["a name alone", { OIDC_NAME: "Club" }, "OIDC_CLIENT_ID"],
  ["only providers, and none", { OIDC_ONLY: "1" }, "OIDC_ONLY"],
  ["an issuer that is no address", { ...first, OIDC_ISSUER: "id.example" }, "OIDC_ISSUER"],
  ["an empty client", { ...first, OIDC_CLIENT_ID: " " }, "OIDC_CLIENT_ID"],
])("%s is refused by name", (_, env, variable) => {
  expect(() => signInOf(env)).toThrow(variable);
});

test("in production an issuer needs HTTPS, unless plain HTTP is allowed", () => {
  const env = { ...first, OIDC_ISSUER: "http://id.example", NODE_ENV: "production" };
  const own = { APP_SECRET: "kdjf73hf8s0dkf73hsj29fk3hd8s7fh2" };
  expect(() => signInOf({ ...env, ...own })).toThrow("OIDC_ISSUER");
  expect(signInOf({ ...env, ...own, ALLOW_HTTP: "1" }).providers).toHaveLength(1);
});

test("a demanded authentication context is one value", () => {
  for (const OIDC_ACR of ["a b", "a\tb"])
    expect(() => signInOf({ ...first, OIDC_ACR })).toThrow(/OIDC_ACR must be one value/);
});
