import { createProblemLimit } from "@polls/domain/input";
import { type FieldErrors, Invalid, type Refusal } from "@polls/domain/refusals";
import { z } from "zod";
import { errorBodies } from "../../http/replies/error-bodies";
import { pageHeaders, pagingQuery, readPage } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { field } from "../../http/replies/schema-parts";
import { flagQuery, readFlag } from "../../http/request/query-flag";
import { admitToPoll } from "../../http/routing/admission";
import { type Endpoint, endpointsOf } from "../../http/routing/endpoint";
import { readVotesRule } from "../../http/routing/poll-rules";
import { replyToRefusal } from "../../http/server/error-handler";
import type { ChangeOutcome, ToPay } from "./change-vote";
import { presentVote } from "./present-vote";
import { readHeldVotes, readVote, readVotes } from "./read-votes";
import type { CastResult, CastsOutcome } from "./vote-batcher";
import {
  CastVoteBody,
  CastVotesBody,
  ChangeVoteBody,
  readCastBody,
  readCastsBody,
  readChangeBody,
} from "./vote-bodies.schema";
import { countOutcome } from "./vote-metrics";
import { CastVotesResponse, VotePaymentResponse, VoteResponse } from "./votes.schema";
import type { WithdrawOutcome } from "./withdraw-vote";

const VOTES_PER_PAGE = 20;
/** 500 votes, some with long texts. */
const BATCH_MAX_BYTES = 1024 * 1024;

const endpoint = endpointsOf({ tag: "Votes", auth: "any" });
const path = "/api/v1/polls/:poll_id/votes";
const onePath = `${path}/:id`;
/** Members need the password of a protected poll; to cast a vote, admins need it too. */
const poll = { param: "poll_id", password: "members", restricted: false } as const;

const castVoteEndpoint = endpoint({
  run: "batch",
  id: "votes.cast",
  method: "post",
  path,
  summary: "Cast a vote",
  description:
    "Casts a vote of a participant of the caller on an option. 200 instead of 201 means that the vote must be paid for. 422 with `code: opt_in_pending` means that the vote is held until the address is confirmed.",
  scope: "vote",
  poll: { ...poll, password: "everyone" },
  body: CastVoteBody,
  responses: { 200: VotePaymentResponse, 201: VoteResponse, 422: errorBodies[422] },
  submit: async (request, { body }, { voteBatcher, metrics }) =>
    countOutcome(
      metrics,
      await voteBatcher.cast({ bodies: [readCastBody(body.sent)], ...request }),
    ),
  reply: replyToCast,
});

/** A held vote is committed, although HTTP calls it an error. */
function replyToCast(result: CastResult) {
  switch (result.kind) {
    case "cast": {
      const { access } = result.vote;
      return reply(201, presentVote(result.vote, { access, own: true }));
    }
    case "to_pay":
      return replyToPurchase(result);
    case "held":
      return reply(422, {
        error: "Unprocessable",
        errors: { optin_email: ["must be confirmed"] },
        code: "opt_in_pending" as const,
        vote_id: result.vote.vote.publicId,
      });
  }
}

const replyToPurchase = ({ url }: ToPay) =>
  reply(200, { message: "The votes count once they are paid for", url });

const castVotesEndpoint = endpoint({
  run: "batch",
  id: "votes.castAll",
  method: "post",
  path: `${path}/batch`,
  summary: "Cast up to 500 votes",
  description:
    "Casts several votes, in their order and by the rules of single votes. A refused vote does not affect the others: `outcomes` has a status and a body for each. Members cast votes of one participant, admins those of all their participants.",
  scope: "vote",
  poll: { ...poll, password: "everyone" },
  body: CastVotesBody,
  bodyMaxBytes: BATCH_MAX_BYTES,
  responses: { 200: CastVotesResponse },
  async submit(request, { body, clientAddress }, deps) {
    const bodies = readCastsBody(body.sent);
    if (!bodies.ok) {
      // A caller without access gets 404, one without the password 401, as for a single vote.
      const call = { ...request.call, clientAddress, password: undefined };
      await admitToPoll(deps.db, { ...poll, password: "everyone" }, call, deps);
      throw new Invalid(bodies.errors);
    }
    const casts = { bodies: bodies.value, ...request };
    return countOutcome(deps.metrics, await deps.voteBatcher.castAll(casts));
  },
  reply: ({ results }: CastsOutcome) => reply(200, { outcomes: outcomesOf(results) }),
});

type CastOutcomeWire = z.input<typeof CastVotesResponse>["outcomes"][number];

/** At most 50 problems are listed in all; a refused vote keeps its place and its code. */
function outcomesOf(results: CastsOutcome["results"]): CastOutcomeWire[] {
  const limited = createProblemLimit();
  const shortened = (refusal: Refusal): Refusal =>
    refusal instanceof Invalid && refusal.code === "invalid"
      ? new Invalid(limited(refusal.errors as FieldErrors))
      : refusal;
  return results.map((result) => {
    const { status, body = null } =
      result.kind === "refused" ? replyToRefusal(shortened(result.refusal)) : replyToCast(result);
    return { status, body } as CastOutcomeWire;
  });
}

const showVoteEndpoint = endpoint({
  run: "snapshot",
  id: "votes.show",
  path: onePath,
  summary: "Show a vote",
  description: "Shows a vote. A vote that the caller may not read is 404.",
  poll: readVotesRule,
  responses: { 200: VoteResponse },
  async handle({ poll, access, actor, hasVoted, textLanguage, now, params }, { db, config }) {
    const { own, ...stored } = await readVote(
      db,
      { poll, access, actor, hasVoted, textLanguage, now, baseUrl: config.baseUrl },
      params.id ?? "",
    );
    return reply(200, presentVote({ poll, ...stored }, { access, textLanguage, own }));
  },
});

const listVotesEndpoint = endpoint({
  run: "snapshot",
  id: "votes.list",
  path,
  summary: "List votes, newest first",
  description:
    "Lists the votes that the caller may read. Members of a poll with `vote_per_day` read those of today.",
  poll: readVotesRule,
  query: {
    ...pagingQuery(VOTES_PER_PAGE),
    voter_id: field.text("Only votes of this participant.").optional(),
    option_id: field.text("Only votes on this option.").optional(),
    held: flagQuery.describe(
      "Extension: with `true`, lists the held votes of the caller's participants instead. Default: `false`.",
    ),
  },
  responses: { 200: z.array(VoteResponse) },
  async handle(
    { poll, access, actor, hasVoted, textLanguage, now, query, address },
    { db, config },
  ) {
    const page = readPage(query, VOTES_PER_PAGE);
    const read = readFlag(query, "held") ? readHeldVotes : readVotes;
    const { votes, total } = await read(
      db,
      { poll, access, actor, hasVoted, textLanguage, now, baseUrl: config.baseUrl },
      {
        participantPublicId: query.get("voter_id") ?? undefined,
        optionPublicId: query.get("option_id") ?? undefined,
      },
      page,
    );
    return reply(
      200,
      votes.map(({ own, ...stored }) =>
        presentVote({ poll, ...stored }, { access, textLanguage, own }),
      ),
      pageHeaders(page, total, address),
    );
  },
});

const changeVoteEndpoint = endpoint({
  run: "batch",
  id: "votes.change",
  method: "patch",
  path: onePath,
  summary: "Change a vote",
  description:
    "Changes the value of a vote while the poll is not closed and `allow_voting` is set, also before voting starts. In polls that sell votes, a higher value must be paid for.",
  scope: "vote",
  poll,
  body: ChangeVoteBody,
  responses: { 200: z.union([VoteResponse, VotePaymentResponse]) },
  async submit(request, { body, params }, { voteBatcher, metrics }) {
    const votePublicId = params.id ?? "";
    const change = { ...request, votePublicId, body: readChangeBody(body.sent) };
    return countOutcome(metrics, await voteBatcher.change(change));
  },
  reply: replyToChange,
});

function replyToChange(outcome: ChangeOutcome) {
  return outcome.kind === "to_pay"
    ? replyToPurchase(outcome)
    : reply(200, presentVote(outcome.vote, outcome));
}

const withdrawVoteEndpoint = endpoint({
  run: "batch",
  id: "votes.withdraw",
  method: "delete",
  path: onePath,
  summary: "Delete a vote",
  description: "Deletes a vote. The participant may then vote on the option again.",
  scope: "vote",
  poll,
  responses: { 204: null },
  async submit(request, { params }, { voteBatcher, metrics }) {
    const votePublicId = params.id ?? "";
    return countOutcome(metrics, await voteBatcher.withdraw({ ...request, votePublicId }));
  },
  reply: (_: WithdrawOutcome) => reply(204),
});

export const voteEndpoints: readonly Endpoint[] = [
  castVoteEndpoint,
  castVotesEndpoint,
  listVotesEndpoint,
  showVoteEndpoint,
  changeVoteEndpoint,
  withdrawVoteEndpoint,
];
