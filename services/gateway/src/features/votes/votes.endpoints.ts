import type { AccessLevel } from "@polls/domain/access";
import { readBody } from "@polls/domain/input";
import { Invalid } from "@polls/domain/refusals";
import { z } from "zod";
import type { Deps } from "../../deps";
import { pageHeaders, readPage } from "../../http/replies/pagination";
import { type Reply, reply } from "../../http/replies/reply";
import { type Endpoint, endpoint, type Input } from "../../http/routing/endpoint";
import { castVote as cast } from "./cast-vote";
import type { CastOutcome } from "./cast-votes";
import { type ChangeOutcome, changeVote as change } from "./change-vote";
import type { Settled } from "./coalesce";
import { throughDoor } from "./poll-door";
import { presentVote } from "./present-vote";
import { readVote, readVotes } from "./read-votes";
import type { ChangeInBooth } from "./vote-booth";
import {
  CastVoteBody,
  ChangeVoteBody,
  HeldVoteResponse,
  VotePaymentResponse,
  VoteResponse,
} from "./votes.schema";
import { withdrawVote as withdraw } from "./withdraw-vote";

const VOTES_PER_PAGE = 20;

const tag = "Votes";
const path = "/api/v1/polls/:poll_id/votes";
const onePath = `${path}/:id`;
/** The vote endpoints ask members for the password of a protected poll (decisions 1). */
const poll = { param: "poll_id", password: "members", restricted: false } as const;

const castVote = endpoint({
  method: "post",
  path,
  summary: "Cast a vote",
  tag,
  auth: "any",
  body: CastVoteBody,
  responses: { 200: VotePaymentResponse, 201: VoteResponse, 422: HeldVoteResponse },
  handle: (input, deps) => cast(input, answerToCast, deps),
});

/** Held is an outcome that is kept, although HTTP calls it an error (rule 4, ADR 0002). */
function answerToCast(outcome: CastOutcome, url: string | undefined) {
  switch (outcome.kind) {
    case "cast":
      return reply(201, presentVote(outcome.vote, { access: outcome.vote.access, own: true }));
    case "to_pay":
      return reply(200, paymentOf(url));
    case "held":
      return reply(422, {
        error: "Unprocessable",
        errors: { optin_email: ["must be confirmed"] },
        code: "opt_in_pending",
        vote_id: outcome.vote.vote.publicId,
      });
  }
}

const paymentOf = (url: string | undefined) => {
  if (url === undefined) throw new Error("bought votes have no page to pay at");
  return { message: "The votes count once they are paid for", url };
};

const showVote = endpoint({
  method: "get",
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

const listVotes = endpoint({
  method: "get",
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

const changeVote = endpoint({
  method: "patch",
  path: onePath,
  summary: "Change a vote",
  tag,
  auth: "any",
  body: ChangeVoteBody,
  responses: { 200: z.union([VoteResponse, VotePaymentResponse]) },
  handle: (input, deps) =>
    inBooth(input, deps, async (sql, { poll, access }, selling) => {
      const { actor, now, params, rawBody } = input;
      const body = readBody(ChangeVoteBody, rawBody);
      if (!body.ok) return { ok: false, error: new Invalid(body.errors) };
      const { vote, vote_text: voteText } = body.value.vote;
      const command = { poll, access, actor, now, votePublicId: params.id ?? "" };
      const outcome = await change(sql, { ...command, input: { vote, voteText } }, selling);
      return outcome.ok ? { ok: true, result: answerToChange(outcome.result, access) } : outcome;
    }),
});

function answerToChange(outcome: ChangeOutcome, access: AccessLevel) {
  return outcome.kind === "to_pay"
    ? reply(200, paymentOf(outcome.url))
    : reply(200, presentVote(outcome.vote, { access, own: outcome.own }));
}

const withdrawVote = endpoint({
  method: "delete",
  path: onePath,
  summary: "Delete a vote",
  tag,
  auth: "any",
  responses: { 204: null },
  handle: (input, deps) =>
    inBooth(input, deps, async (sql, { poll, access }) => {
      const { actor, now, params } = input;
      const command = { poll, access, actor, now, votePublicId: params.id ?? "" };
      const outcome = await withdraw(sql, command);
      return outcome.ok ? { ok: true, result: reply(204) } : outcome;
    }),
});

/** Changes a vote in the booth, for who gets into its poll; what is kept for a key was such an answer too. */
const inBooth = <Answer extends Reply>(
  input: Input<unknown>,
  deps: Deps,
  change: (...held: Parameters<ChangeInBooth["change"]>) => Promise<Settled<Answer>>,
): Promise<Answer> =>
  throughDoor(input, "members", deps, (visit) =>
    deps.voteBooth.change({ ...visit, idempotent: input.idempotent, change }),
  ) as Promise<Answer>;

export const voteEndpoints: readonly Endpoint[] = [
  castVote,
  listVotes,
  showVote,
  changeVote,
  withdrawVote,
];
