import { type OrganizationRole, type ProviderId, providerIds } from "@polls/domain/access";
import { z } from "zod";

/** A provider by which persons can sign in (docs/operators.md#sign-in-by-openid-connect). */
export interface ProviderSettings {
  readonly id: ProviderId;
  readonly issuer: URL;
  readonly clientId: string;
  /** Undefined: a public client, which only PKCE protects. */
  readonly clientSecret: string | undefined;
  /** The name on the button. */
  readonly name: string;
  /** The group whose members are operators. Undefined: the provider does not decide this. */
  readonly operatorGroup: string | undefined;
  /** What members of groups may do in organizations. */
  readonly groupRoles: readonly GroupRole[];
  /** The authentication context (`acr`) that each sign-in must have, and that counts as two factors. */
  readonly acr: string | undefined;
}

/** A role in an organization that a group at a provider gives. */
export interface GroupRole {
  readonly group: string;
  /** The public id. */
  readonly organization: string;
  /** Owners are named by owners alone, so that no group leaves an organization without one. */
  readonly role: Exclude<OrganizationRole, "owner">;
}

export interface SignInSettings {
  readonly providers: readonly ProviderSettings[];
  /** Whether mailed links and passkeys do not sign in. */
  readonly providersOnly: boolean;
  /** Whether the pages of operators need a sign-in by two factors. */
  readonly operatorsNeedTwoFactors: boolean;
}

const text = z.string().trim().min(1).optional();
const name = z.string().trim().min(1).max(40).optional();
/** Kept as it is, because the issuer in the metadata and tokens must equal it. */
const issuer = z
  .url({
    protocol: /^https?$/,
    error: "must be the address of a provider, like https://id.example.org",
  })
  .transform((address) => new URL(address))
  .optional();

/** Groups may have commas and equals signs, as in directories: what follows them tells where they end. */
const GROUP_ROLE = /\s*(\S.*?)\s*=\s*([\w-]+):(admin|member)\s*(?:,|$)/y;

const groupRoles = z
  .string()
  .transform((text, context): readonly GroupRole[] => {
    const found = new RegExp(GROUP_ROLE);
    const roles: GroupRole[] = [];
    while (found.lastIndex < text.length) {
      const [, group, organization, role] = found.exec(text) ?? [];
      if (group === undefined || organization === undefined || role === undefined) {
        const message = `must be like "board=ORGANIZATION_ID:admin, staff=ORGANIZATION_ID:member"`;
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      }
      roles.push({ group, organization, role: role as GroupRole["role"] });
    }
    return roles;
  })
  .optional();

/** The request has a list of values, which blanks separate. */
const acr = z
  .string()
  .trim()
  .refine((value) => /^\S+$/.test(value), "must be one value, without blanks")
  .optional();

/** The variables of each provider. The table is written out, because each name has a type. */
export const signInVariables = {
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: name,
  OIDC_OPERATOR_GROUP: text,
  OIDC_GROUP_ROLES: groupRoles,
  OIDC_ACR: acr,
  OIDC_2_ISSUER: issuer,
  OIDC_2_CLIENT_ID: text,
  OIDC_2_CLIENT_SECRET: text,
  OIDC_2_NAME: name,
  OIDC_2_OPERATOR_GROUP: text,
  OIDC_2_GROUP_ROLES: groupRoles,
  OIDC_2_ACR: acr,
  OIDC_3_ISSUER: issuer,
  OIDC_3_CLIENT_ID: text,
  OIDC_3_CLIENT_SECRET: text,
  OIDC_3_NAME: name,
  OIDC_3_OPERATOR_GROUP: text,
  OIDC_3_GROUP_ROLES: groupRoles,
  OIDC_3_ACR: acr,
};

type Values = z.output<z.ZodObject<typeof signInVariables>>;
type Prefix = Uppercase<ProviderId>;

const prefixes: Readonly<Record<ProviderId, Prefix>> = {
  oidc: "OIDC",
  oidc_2: "OIDC_2",
  oidc_3: "OIDC_3",
};

const parts = [
  "ISSUER",
  "CLIENT_ID",
  "CLIENT_SECRET",
  "NAME",
  "OPERATOR_GROUP",
  "GROUP_ROLES",
  "ACR",
] as const;

/** What makes the variables unusable: the name of a variable, and why. */
export function signInProblems(
  values: Values & {
    readonly OIDC_ONLY: boolean;
    readonly NODE_ENV: string;
    readonly ALLOW_HTTP: boolean;
  },
): readonly (readonly [string, string])[] {
  const isUsed = (prefix: Prefix) =>
    parts.some((part) => values[`${prefix}_${part}`] !== undefined);
  const used = providerIds.map((id) => prefixes[id]).filter(isUsed);
  const missing = used.flatMap((prefix) =>
    (["ISSUER", "CLIENT_ID"] as const)
      .map((part) => `${prefix}_${part}` as const)
      .filter((variable) => values[variable] === undefined)
      .map((variable) => [variable, `is needed with the other variables of ${prefix}_…`] as const),
  );
  const mayUseHttp = values.NODE_ENV !== "production" || values.ALLOW_HTTP;
  const insecure = used
    .map((prefix) => `${prefix}_ISSUER` as const)
    .filter((variable) => !mayUseHttp && values[variable]?.protocol === "http:")
    .map((variable) => [variable, "must begin with https:// in production"] as const);
  const alone =
    values.OIDC_ONLY && used.length === 0
      ? [["OIDC_ONLY", "needs OIDC_ISSUER: otherwise no one could sign in"] as const]
      : [];
  return [...missing, ...insecure, ...alone];
}

export const signInSettings = (
  values: Values & { readonly OIDC_ONLY: boolean; readonly OPERATORS_NEED_TWO_FACTORS: boolean },
): SignInSettings => ({
  providers: providerIds.flatMap((id) => {
    const prefix = prefixes[id];
    const url = values[`${prefix}_ISSUER`];
    const clientId = values[`${prefix}_CLIENT_ID`];
    if (url === undefined || clientId === undefined) return [];
    return [
      {
        id,
        issuer: url,
        clientId,
        clientSecret: values[`${prefix}_CLIENT_SECRET`],
        name: values[`${prefix}_NAME`] ?? url.hostname,
        operatorGroup: values[`${prefix}_OPERATOR_GROUP`],
        groupRoles: values[`${prefix}_GROUP_ROLES`] ?? [],
        acr: values[`${prefix}_ACR`],
      },
    ];
  }),
  providersOnly: values.OIDC_ONLY,
  operatorsNeedTwoFactors: values.OPERATORS_NEED_TWO_FACTORS,
});
