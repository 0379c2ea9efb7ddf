import type { Prisma } from "@polls/db/connection";
import { pollFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { watchPolls } from "@polls/db/webhooks";
import { type Actor, ownerOf } from "@polls/domain/access";
import { isObject, mergeErrors } from "@polls/domain/input";
import { type NewOptions, readNewOptions } from "@polls/domain/options";
import {
  type PaymentTerms,
  type Poll,
  type PollDraft,
  readCreatePoll,
  withCountingSettings,
} from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import type { Config } from "../../config";
import type { MailRequest } from "../../http/limits/mail-request";
import type { MailSettings } from "../../stored-keys";
import type { CreateOptionDeps } from "../options/create-option";
import { createOptions } from "../options/create-options";
import type { CreatedOption } from "../options/options.schema";
import { requireMayAsk } from "../payments/require-payments";
import { addressPoll, withFreeHash } from "../poll-hashes/poll-hashes";
import { requireCreatorConfirmation } from "./creator-address";
import { passwordColumn } from "./poll-passwords";

export interface NewPoll {
  readonly actor: Actor;
  readonly body: unknown;
  /** The hash of the password in the body. Undefined if it has none. */
  readonly passwordHash: string | undefined;
  readonly mail: MailRequest;
  readonly now: Date;
}

/**
 * Creates a poll (docs/reference/polls.md#creation). 422 has the problems of the poll and of the form
 * of its options; without any, the problems of the options.
 */
export async function createPoll(
  tx: PrismaTransaction,
  request: NewPoll,
  deps: CreateOptionDeps,
): Promise<{ readonly poll: Poll; readonly options: readonly CreatedOption[] }> {
  const { actor, body, now } = request;
  const { draft, options, errors } = readNewPoll(body, deps.config);
  const terms = { ...deps.config, storedKeys: deps.storedKeys };
  const poll = await storePoll(tx, request, draft, terms);
  return {
    poll,
    options: await createOptions(tx, { poll, actor, now }, { options, errors }, deps),
  };
}

/** Parses a poll and the form of its options, whose problems it returns. Throws 422 if the poll or the list is invalid. */
export function readNewPoll(
  body: unknown,
  terms: PaymentTerms,
): { readonly draft: PollDraft } & Pick<NewOptions, "options" | "errors"> {
  const { options, errors, unusable } = readNewOptions(isObject(body) ? body.options : undefined);
  const reading = readCreatePoll(body, terms);
  if (!reading.ok) throw new Invalid(mergeErrors(reading.errors, errors));
  if (unusable) throw new Invalid(errors);
  return { draft: reading.value, options, errors };
}

async function storePoll(
  tx: PrismaTransaction,
  { actor, passwordHash, mail, now }: NewPoll,
  draft: PollDraft,
  terms: PaymentTerms & MailSettings & Pick<Config, "payments">,
): Promise<Poll> {
  const { password, memberHash, votingCategories, ...columns } = draft;
  const added = { hasVotes: false, now, newSeed: newPublicId };
  const settings = withCountingSettings(draft.settings, {}, added);
  const content = {
    type: columns.type,
    title: columns.title,
    description: columns.description ?? null,
    location: columns.location ?? null,
    creatorName: columns.creatorName ?? null,
    creatorEmail: columns.creatorEmail ?? null,
    language: mail.language,
    memberHash: memberHash ?? newPublicId(),
    passwordHash: passwordColumn(password, passwordHash) ?? null,
    settings: settings as Prisma.InputJsonObject,
    votingCategories: votingCategories as unknown as Prisma.InputJsonArray,
  };
  const chosen = { hash: memberHash, owner: ownerOf(actor), pollId: undefined, now };
  const poll = await withFreeHash(tx, chosen, () => insertPoll(tx, content, { actor, now }, terms));
  await requireCreatorConfirmation(tx, { poll, before: undefined, mail, now }, terms);
  return poll;
}

/** Not the id, the owner, the state or the counts of a poll that is copied. */
type Content = Pick<
  Prisma.PollUncheckedCreateInput,
  | "type"
  | "title"
  | "description"
  | "location"
  | "creatorName"
  | "creatorEmail"
  | "language"
  | "memberHash"
  | "passwordHash"
  | "settings"
  | "votingCategories"
>;

/** Inserts a new poll of the caller. Throws 422 if it asks for money without permission. */
export async function insertPoll(
  tx: PrismaTransaction,
  content: Content,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
  config: Pick<Config, "payments">,
): Promise<Poll> {
  const { ownerAccountId = null, ownerOrganizationId = null } = ownerOf(actor);
  const row = await tx.prisma.poll.create({
    data: {
      ...content,
      adminHash: newPublicId(),
      ownerAccountId,
      ownerOrganizationId,
      createdByAccountId: actor.accountId,
      createdAt: now,
      updatedAt: now,
    },
  });
  await addressPoll(tx, row, { from: [], to: [row.memberHash, row.adminHash] });
  await watchPolls(tx, { pollId: row.id });
  const poll = pollFromRow(row);
  await requireMayAsk(tx, actor, { before: undefined, after: poll }, config);
  return poll;
}
