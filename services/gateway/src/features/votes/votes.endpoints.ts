import { z } from "zod";
import { pageHeaders, readPage } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { batchEndpoint, type Endpoint, readEndpoint } from "../../http/routing/endpoint";
import type { ChangeOutcome, ToPay } from "./change-vote";
import { presentVote } from "./present-vote";
import { readVote, readVotes } from "./read-votes";
import type { CastResult } from "./vote-batcher";
import {
  CastVoteBody,
  ChangeVoteBody,
  HeldVoteResponse,
  readCastBody,
  readChangeBody,
  VotePaymentResponse,
  VoteResponse,
} from "./votes.schema";

const VOTES_PER_PAGE = 20;

const tag = "Votes";
const path = "/api/v1/polls/:poll_id/votes";
const onePath = `${path}/:id`;
/** Members need the password of a protected poll; to cast a vote, admins need it too. */
const poll = { param: "poll_id", password: "members", restricted: false } as const;

const castVote = batchEndpoint({
  method: "post",
  path,
  summary: "Cast a vote",
  tag,
  auth: "any",
  poll: { ...poll, password: "everyone" },
  body: CastVoteBody,
  responses: { 200: VotePaymentResponse, 201: VoteResponse, 422: HeldVoteResponse },
  submit: (request, { rawBody }, { voteBatcher }) =>
    voteBatcher.cast({ ...request, body: readCastBody(rawBody) }),
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
        code: "opt_in_pending",
        vote_id: result.vote.vote.publicId,
      });
  }
}

const replyToPurchase = ({ url }: ToPay) =>
  reply(200, { message: "The votes count once they are paid for", url });

const showVote = readEndpoint({
  path: onePath,
  summary: "Show a vote",
  tag,
  auth: "any",
  poll: { ...poll, restricted: true },
  responses: { 200: VoteResponse },
  async handle({ poll, access, actor, now, params }, { db }) {
    const { own, ...stored } = await readVote(db, { poll, access, actor, now }, params.id ?? "");
    return reply(200, presentVote({ poll, ...stored }, { access, own }));
  },
});

const listVotes = readEndpoint({
  path,
  summary: "List votes, newest first",
  tag,
  auth: "any",
  poll: { ...poll, restricted: true },
  query: {
    page: "Page number, 1-based",
    per_page: "Entries of a page, at most 100",
    voter_id: "Only votes of this participant",
    option_id: "Only votes on this option",
  },
  responses: { 200: z.array(VoteResponse) },
  async handle({ poll, access, actor, now, query, address }, { db }) {
    const page = readPage(query, VOTES_PER_PAGE);
    const { votes, total } = await readVotes(
      db,
      { poll, access, actor, now },
      {
        participantPublicId: query.get("voter_id") ?? undefined,
        optionPublicId: query.get("option_id") ?? undefined,
      },
      page,
    );
    return reply(
      200,
      votes.map(({ own, ...stored }) => presentVote({ poll, ...stored }, { access, own })),
      pageHeaders(page, total, address),
    );
  },
});

const changeVote = batchEndpoint({
  method: "patch",
  path: onePath,
  summary: "Change a vote",
  tag,
  auth: "any",
  poll,
  body: ChangeVoteBody,
  responses: { 200: z.union([VoteResponse, VotePaymentResponse]) },
  submit: (request, { rawBody, params }, { voteBatcher }) =>
    voteBatcher.change({
      ...request,
      votePublicId: params.id ?? "",
      body: readChangeBody(rawBody),
    }),
  reply: replyToChange,
});

function replyToChange(outcome: ChangeOutcome) {
  return outcome.kind === "to_pay"
    ? replyToPurchase(outcome)
    : reply(200, presentVote(outcome.vote, outcome));
}

const withdrawVote = batchEndpoint({
  method: "delete",
  path: onePath,
  summary: "Delete a vote",
  tag,
  auth: "any",
  poll,
  responses: { 204: null },
  submit: (request, { params }, { voteBatcher }) =>
    voteBatcher.withdraw({ ...request, votePublicId: params.id ?? "" }),
  reply: () => reply(204),
});

export const voteEndpoints: readonly Endpoint[] = [
  castVote,
  listVotes,
  showVote,
  changeVote,
  withdrawVote,
];
