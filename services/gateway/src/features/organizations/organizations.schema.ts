import { entry } from "@polls/domain/input";
import { z } from "zod";

const Role = z.enum(["owner", "admin", "member"]);

export const OrganizationResponse = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    role: Role.meta({ description: "What the caller is there." }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Organization" });

export const CreateOrganizationBody = z
  .strictObject({
    organization: z.strictObject({ name: entry() }),
  })
  .meta({ id: "CreateOrganization" });

export const MemberResponse = z
  .strictObject({
    account_id: z.string(),
    name: z.string(),
    email: z.string(),
    role: Role,
    created_at: z.iso.datetime(),
  })
  .meta({ id: "OrganizationMember" });

export const AddMemberBody = z
  .strictObject({
    member: z.strictObject({
      account_id: entry().meta({
        description:
          "The `id` that the account shows to its owner: nobody is looked up by address.",
      }),
      role: Role.default("member"),
    }),
  })
  .meta({ id: "AddOrganizationMember" });

export const UpdateMemberBody = z
  .strictObject({ member: z.strictObject({ role: Role }) })
  .meta({ id: "UpdateOrganizationMember" });
