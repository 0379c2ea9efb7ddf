import { absentOrNull, entry, nameEntry } from "@polls/domain/input";
import { z } from "zod";
import { named, object } from "../../http/routing/schema-parts";
import { emailAddress } from "../accounts/create-account";

const Role = z.enum(["owner", "admin", "member"]).meta({
  id: "OrganizationRole",
  description:
    "`owner` may do everything. `admin` may do everything except give or take the role `owner`. `member` may read and leave.",
});

const roleProvider = z
  .string()
  .optional()
  .describe(
    "The name of the provider of sign-in whose groups give the role. Absent: a member has given it.",
  );

export const OrganizationResponse = named("Organization", "Accounts that share polls.", {
  id: z.string().describe("Public id. Requests refer to it as `organization_id`."),
  name: z.string().describe("The name that its members see."),
  role: Role.describe("The role of the caller."),
  role_provider: roleProvider,
  created_at: z.iso.datetime().describe("When the organization was created."),
});

export const CreateOrganizationBody = named(
  "CreateOrganization",
  "A new organization; the caller is its owner.",
  {
    organization: object("The organization.", {
      name: nameEntry().describe("The name that its members see."),
    }),
  },
);

export const MemberResponse = named("OrganizationMember", "An account in an organization.", {
  account_id: z.string().describe("The `id` of the account."),
  name: z.string().describe("The name of the account."),
  email: z.string().describe("The e-mail address of the account."),
  role: Role.describe("The role of the member."),
  role_provider: roleProvider,
  created_at: z.iso.datetime().describe("When the account became a member."),
});

export const AddMemberBody = named("AddOrganizationMember", "A new member of an organization.", {
  member: object("The account or address, and its role.", {
    account_id: absentOrNull(entry()).describe(
      "The `id` of the account, which its owner can read. Accounts cannot be found by address. Members of the organization read the name and address of the account.",
    ),
    email: absentOrNull(emailAddress).describe(
      "In place of `account_id`: the address to which an invitation is mailed, with or without an account.",
    ),
    role: Role.nullish()
      .transform((role) => role ?? "member")
      .describe("The role of the new member. Default: `member`."),
  }),
});

export const InvitedResponse = named(
  "OrganizationInvitation",
  "The response to an invitation, which is the same for every address.",
  { message: z.string().describe("A sentence for people. It is always the same.") },
);

export const UpdateMemberBody = named("UpdateOrganizationMember", "A change of a member's role.", {
  member: object("The new role.", { role: Role.describe("The new role of the member.") }),
});
