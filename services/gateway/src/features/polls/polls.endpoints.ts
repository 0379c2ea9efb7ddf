import { searchText } from "@polls/domain/input";
import {
  createPollBody,
  readCreatePoll,
  readPollPassword,
  updatePollBody,
} from "@polls/domain/polls";
import { z } from "zod";
import { mailRequestOf } from "../../http/limits/mail-request";
import { clientOf } from "../../http/limits/rate-limit";
import { pageHeaders, pagingQuery, readPage } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { field } from "../../http/replies/schema-parts";
import { requireSendable, SENT_BACK_MAX_BYTES } from "../../http/replies/sent-back";
import { endpointsOf } from "../../http/routing/endpoint";
import { othersOf } from "../../http/routing/for-shard";
import { readPollRule } from "../../http/routing/poll-rules";
import { followFee } from "../payments/follow-fee";
import { requireMayAsk } from "../payments/require-payments";
import { replaceAdminHash } from "../poll-hashes/poll-hashes";
import { requirePollQuota } from "../quotas/quotas";
import { removeCover, ruleOfCovers, setCover } from "./covers";
import { createPoll } from "./create-poll";
import { deletePoll } from "./delete-poll";
import { duplicatePoll, preparePollCopy } from "./duplicate-poll";
import { listPolls } from "./list-polls";
import {
  CreatedPollResponse,
  DuplicatePollBody,
  PollResponse,
  SetCoverBody,
  TakenCoverBody,
} from "./polls.schema";
import { showPoll } from "./present-poll";
import { requireOwnerOfDays, updatePoll } from "./update-poll";

const PER_PAGE = 20;
const CREATE_MAX_BYTES = 1024 * 1024;
const endpoint = endpointsOf({ tag: "Polls", auth: "private" });
const path = "/api/v1/polls/:poll_hash";

const changeable = { ...readPollRule, adminOnly: true, lock: "exclusive" } as const;

export const createPollEndpoint = endpoint({
  run: "transaction",
  id: "polls.create",
  method: "post",
  path: "/api/v1/polls",
  summary: "Create a poll",
  description:
    "Creates a poll. Only `title` is required. `settings` accepts all settings, including enumerated ones such as `vote_type`. `options` creates options together with the poll, nested below steps and categories. If there is any problem, nothing is created.",
  body: createPollBody,
  bodyMaxBytes: CREATE_MAX_BYTES,
  responses: { 201: CreatedPollResponse },
  shard: ({ idempotent }, { shards }) => shards.forNewPoll(idempotent?.scope),
  prepare: async ({ actor: { accountId }, body }, { pollPasswords, config }) => {
    const password = readPollPassword(body.sent);
    if (password === undefined || !readCreatePoll(body.sent, config).ok) return undefined;
    return pollPasswords.hash({ password, accountId, pollId: undefined });
  },
  handle: async (input, deps) => {
    const { actor, body, tx, now, prepared: passwordHash } = input;
    await requirePollQuota(tx, actor, deps);
    const request = { actor, body: body.sent, passwordHash, mail: mailRequestOf(input), now };
    const { poll, options } = await createPoll(tx, request, deps);
    const shown = await showPoll(tx, { poll, actor, access: "admin", now }, deps);
    return reply(201, { ...requireSendable(shown), ...(options.length > 0 && { options }) });
  },
});

/** Polls (docs/reference/polls.md). */
export const pollEndpoints = [
  endpoint({
    run: "snapshot",
    id: "polls.list",
    path: "/api/v1/polls",
    summary: "List the polls of the account or organization, newest first",
    description:
      "Lists the polls of the account, or with `organization_id` those of the organization.",
    query: {
      ...pagingQuery(PER_PAGE),
      search: field
        .text("Extension: a part of the title, in any letter case. Blank: all polls.")
        .optional(),
    },
    responses: { 200: z.array(PollResponse) },
    handle: async ({ actor, query, address, now }, deps) => {
      const page = readPage(query, PER_PAGE);
      const request = { actor, page, search: searchText(query.get("search")), now };
      const { polls, total } = await listPolls([deps.db, ...othersOf(deps.shards)], request, deps);
      return reply(200, [...polls], pageHeaders(page, total, address));
    },
  }),
  createPollEndpoint,
  endpoint({
    run: "snapshot",
    id: "polls.show",
    path,
    summary: "Show a poll",
    description: "Shows a poll with its settings. No poll password is needed.",
    auth: "any",
    poll: readPollRule,
    responses: { 200: PollResponse },
    handle: async (caller, deps) => reply(200, await showPoll(deps.db, caller, deps)),
  }),
  endpoint({
    run: "transaction",
    id: "polls.update",
    method: "patch",
    path,
    summary: "Change a poll",
    description:
      "Changes the given fields. Absent fields stay the same. A whole poll may be sent back. Some settings cannot be changed once there are options or votes.",
    poll: changeable,
    body: updatePollBody,
    bodyMaxBytes: SENT_BACK_MAX_BYTES,
    responses: { 200: PollResponse },
    prepare: async ({ actor: { accountId }, body, admit }, { pollPasswords }) => {
      const password = readPollPassword(body.sent);
      if (password === undefined) return undefined;
      const { poll } = await admit();
      return pollPasswords.hash({ password, accountId, pollId: poll.id });
    },
    handle: async (input, deps) => {
      const { config, storedKeys } = deps;
      const { actor, body, tx, now } = input;
      const mail = mailRequestOf(input);
      const request = { ...input, body: body.sent, passwordHash: input.prepared, mail };
      const poll = await updatePoll(tx, request, { ...config, storedKeys });
      requireOwnerOfDays(actor, input.poll, poll);
      const change = { before: input.poll, after: poll, now };
      await requireMayAsk(tx, actor, change, config);
      await followFee(tx, change, config);
      const shown = await showPoll(tx, { ...input, poll }, deps);
      return { ...reply(200, requireSendable(shown)), unchanged: poll === input.poll };
    },
  }),
  endpoint({
    run: "transaction",
    id: "polls.adminHash.replace",
    method: "post",
    path: "/api/v1/polls/:poll_id/admin_hash",
    summary: "Replace the admin hash",
    description:
      "Gives the poll a new admin hash. Only its owners may do this. The old hash is invalid at once: requests are refused, and open streams end.",
    poll: { ...changeable, param: "poll_id" },
    responses: { 201: PollResponse },
    handle: async (input, deps) => {
      const poll = await replaceAdminHash(input.tx, input);
      return reply(201, await showPoll(input.tx, { ...input, poll }, deps));
    },
  }),
  endpoint({
    run: "transaction",
    id: "polls.cover.set",
    method: "post",
    path: "/api/v1/polls/:poll_id/cover",
    summary: "Give a poll a cover",
    description:
      "Gives the poll a picture, in place of the one it has. The picture is sent as the field `cover[attachment]` of a form, or as a `data:` URI in JSON.",
    poll: { ...changeable, param: "poll_id" },
    body: SetCoverBody,
    files: "cover",
    admitFiles: (_, { poll }, deps) => ruleOfCovers(poll, deps),
    responses: { 201: PollResponse },
    handle: async (input, deps) => {
      input.body.read(input.uploads.length === 0 ? SetCoverBody : TakenCoverBody);
      const poll = await setCover(input.tx, input, deps);
      return reply(201, await showPoll(input.tx, { ...input, poll }, deps));
    },
  }),
  endpoint({
    run: "transaction",
    id: "polls.cover.remove",
    method: "delete",
    path: "/api/v1/polls/:poll_id/cover",
    summary: "Remove the cover of a poll",
    description: "Removes the cover of the poll and deletes its files.",
    poll: { ...changeable, param: "poll_id" },
    responses: { 204: null },
    handle: async (input) => {
      await removeCover(input.tx, input);
      return reply(204);
    },
  }),
  endpoint({
    run: "transaction",
    id: "polls.duplicate",
    method: "post",
    path: "/api/v1/polls/:poll_id/duplicate",
    summary: "Duplicate a poll with its settings, options and files",
    description:
      "Creates a poll of the caller with the settings, the password, the options and the files of this one. `poll.title` gives it another title. Participants, votes, answers, payments, invitations and webhooks are not copied.",
    poll: { ...readPollRule, param: "poll_id", adminOnly: true },
    body: DuplicatePollBody.optional(),
    responses: { 201: PollResponse },
    prepare: async ({ actor, clientAddress, admit, acceptFiles, body }, deps) => {
      const freeSlot = deps.uploadSlots.take(clientOf(actor, clientAddress));
      try {
        const { poll } = await admit();
        const title = body.read()?.poll?.title ?? undefined;
        return await preparePollCopy({ poll, actor, acceptFiles }, title, deps);
      } finally {
        freeSlot();
      }
    },
    handle: async ({ actor, tx, now, prepared }, deps) => {
      await requirePollQuota(tx, actor, deps);
      const poll = await duplicatePoll(tx, prepared, { actor, now }, deps);
      return reply(201, await showPoll(tx, { poll, actor, access: "admin", now }, deps));
    },
  }),
  endpoint({
    run: "transaction",
    id: "polls.delete",
    method: "delete",
    path,
    summary: "Delete a poll, by its admin hash",
    description:
      "Deletes a poll with its options, participants, votes and files. The path must have the admin hash. The member hash is 404.",
    poll: changeable,
    responses: { 204: null },
    handle: async (input) => {
      await deletePoll(input.tx, input);
      return reply(204);
    },
  }),
];
