import type { Prisma } from "@polls/db/connection";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { type Actor, ownerOf } from "@polls/domain/access";
import { isObject, mergeErrors } from "@polls/domain/input";
import { readNewOptions } from "@polls/domain/options";
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
import { withFreeHash } from "../poll-hashes/poll-hashes";
import { requireCreatorConfirmation } from "./creator-address";
import { insertPoll } from "./insert-poll";
import { passwordColumn } from "./poll-password";

export interface NewPoll {
  readonly actor: Actor;
  readonly body: unknown;
  /** The hash of the password in the body. Undefined if it has none. */
  readonly passwordHash: string | undefined;
  /** The facts for mails to the creator. */
  readonly mail: MailRequest;
  readonly now: Date;
}

/**
 * Creates a poll with the options of its body (docs/reference/polls.md#creation). Throws 422 with
 * all problems of the poll and of the form of its options. If there are none, 422 with all problems
 * of the options.
 */
export async function createPoll(
  tx: PrismaTransaction,
  request: NewPoll,
  deps: CreateOptionDeps,
): Promise<{ readonly poll: Poll; readonly options: readonly CreatedOption[] }> {
  const { actor, body, now } = request;
  const { options, errors, unusable } = readNewOptions(isObject(body) ? body.options : undefined);
  const reading = readCreatePoll(body, deps.config);
  if (!reading.ok) throw new Invalid(mergeErrors(reading.errors, errors));
  if (unusable) throw new Invalid(errors);
  const terms = { ...deps.config, storedKeys: deps.storedKeys };
  const poll = await storePoll(tx, request, reading.value, terms);
  return {
    poll,
    options: await createOptions(tx, { poll, actor, now }, { options, errors }, deps),
  };
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
