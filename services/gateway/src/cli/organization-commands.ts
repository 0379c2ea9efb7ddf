import type { Db } from "@polls/db/connection";
import { inTransaction, readMoment } from "@polls/db/sql";
import { mayChangeMember, type OrganizationRole } from "@polls/domain/access";
import { accountSubject, noteAct, organizationSubject } from "../features/operators/audit-log";
import { renewKnownHashes } from "../features/organizations/change-members";
import { createOrganization } from "../features/organizations/organizations";
import {
  findMember,
  lockOwners,
  putMember,
} from "../features/organizations/organizations.repository";
import { CommandFailure, command, UsageError } from "./command/command";
import { type OperatorValues, operatorOptions, readOperator } from "./command/operator-options";
import { findAccount, readName } from "./command/read-values";

async function listOrganizations(db: Db) {
  const organizations = await db.prisma.organization.findMany({
    include: {
      members: {
        select: { role: true, account: { select: { publicId: true, email: true } } },
        orderBy: { createdAt: "asc" },
      },
    },
    orderBy: { id: "asc" },
  });
  return organizations.map(({ publicId, name, createdAt, members }) => ({
    organization_id: publicId,
    name,
    created_at: createdAt,
    members: members.map(({ role, account }) => ({
      account_id: account.publicId,
      email: account.email,
      role,
    })),
  }));
}

const setMember = (
  db: Db,
  wanted: OperatorValues & { readonly organization: string; readonly email: string },
  role: OrganizationRole,
) =>
  inTransaction(db, async (tx) => {
    const where = { publicId: wanted.organization };
    const organization = await tx.prisma.organization.findUnique({ where });
    if (organization === null) throw new UsageError("There is no organization with this id");
    const { id, publicId } = organization;
    const account = await findAccount(tx, wanted.email, "email");
    const owners = await lockOwners(tx, id);
    const member = await findMember(tx, id, account.publicId);
    const from = member?.role as OrganizationRole | undefined;
    const decision = mayChangeMember({ asker: "owner", self: false, from, to: role, owners });
    if (!decision.allowed) throw new CommandFailure("The organization must have an owner");
    await putMember(tx, id, account.id, role);
    await noteAct(tx, await readOperator(tx, wanted), {
      action: "organization.member",
      subject: accountSubject(account),
      details: { organization: publicId, role, from: from ?? null },
    });
    if (member !== null) await renewKnownHashes(tx, member, role, await readMoment(tx));
    return { organization_id: publicId, account_id: account.publicId, role };
  });

export const organizationCommands = [
  command({
    name: "organization create",
    summary: "Creates an organization.",
    options: {
      name: { value: "NAME", description: "name of the organization", required: true },
      owner: {
        value: "ADDRESS",
        description: "e-mail address of the owner's account",
        required: true,
      },
      ...operatorOptions,
    },
    run: (db, values) =>
      inTransaction(db, async (tx) => {
        const owner = await findAccount(tx, values.owner, "owner");
        const organization = await createOrganization(tx, {
          name: readName(values.name),
          ownerId: owner.id,
        });
        await noteAct(tx, await readOperator(tx, values), {
          action: "organization.create",
          subject: organizationSubject(organization),
          details: { owner: owner.publicId },
        });
        return { organization_id: organization.publicId };
      }),
  }),
  command({
    name: "organization add-member",
    summary: "Adds an account to an organization, or changes its role.",
    options: {
      organization: { value: "ID", description: "public id of the organization", required: true },
      email: { value: "ADDRESS", description: "e-mail address of the account", required: true },
      role: {
        value: "ROLE",
        description: "role of the account",
        required: true,
        oneOf: ["owner", "admin", "member"],
      },
      ...operatorOptions,
    },
    run: (db, { role, ...values }) => setMember(db, values, role as OrganizationRole),
  }),
  command({
    name: "organization list",
    summary: "Lists all organizations with their members.",
    options: {},
    run: listOrganizations,
  }),
];
