import { absentOrNull, entry, ignored, nameEntry } from "@polls/domain/input";
import { z } from "zod";
import { field, named, object } from "../../http/replies/schema-parts";
import { emailAddress } from "../accounts/create-account";

const Role = z.enum(["owner", "admin", "member"]).meta({
  id: "OrganizationRole",
  description:
    "`owner` may do everything. `admin` may do everything except give or take the role `owner`. `member` may read and leave.",
});

const roleProvider = field
  .text(
    "The name of the provider of sign-in whose groups give the role. Absent: a member has given it.",
  )
  .optional();

export const OrganizationResponse = named("Organization", "Accounts that share polls.", {
  id: field.text("Public id. Requests refer to it as `organization_id`."),
  name: field.text("The name that its members see."),
  role: Role.describe("The role of the caller."),
  role_provider: roleProvider,
  created_at: field.time("When the organization was created."),
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
  account_id: field.text("The `id` of the account."),
  name: field.text("The name of the account."),
  email: field.text("The e-mail address of the account."),
  role: Role.describe("The role of the member."),
  role_provider: roleProvider,
  created_at: field.time("When the account became a member."),
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
  { message: field.text("A sentence for people. It is always the same.") },
);

export const UpdateMemberBody = named("UpdateOrganizationMember", "A change of a member's role.", {
  member: object("The new role.", {
    role: Role.describe("The new role of the member."),
    ...ignored(["account_id", "email", "name", "role_provider", "created_at"]),
  }),
});
