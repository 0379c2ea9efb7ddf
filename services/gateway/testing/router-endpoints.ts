import type { Poll } from "@polls/domain/polls";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { z } from "zod";
import { spend } from "../src/http/limits/rate-limit";
import { reply } from "../src/http/replies/reply";
import { endpointsOf } from "../src/http/routing/endpoint";
import { shareGateway } from "./share-gateway";
import { type SignedUpAccount, signUp } from "./sign-up";

const endpoint = endpointsOf({ tag: "Polls", auth: "any" });

const Renamed = z.strictObject({ title: z.string(), times: z.number() });

const deadlock = () => Object.assign(new Error("deadlock detected"), { code: "40P01" });
let attempts = 0;

/** Minimal endpoints that show the steps of the router. */
export const routerEndpoints = [
  endpoint({
    run: "snapshot",
    path: "/api/v1/polls/:poll_id/whole",
    id: "test.one",
    summary: "",
    description: "",
    poll: { param: "poll_id", password: "none", restricted: true },
    responses: { 200: z.strictObject({ title: z.string(), access: z.string() }) },
    handle: async ({ poll, access }) => reply(200, { title: poll.title, access }),
  }),
  endpoint({
    run: "transaction",
    method: "patch",
    path: "/api/v1/polls/:poll_id/title",
    id: "test.two",
    summary: "",
    description: "",
    poll: { param: "poll_id", password: "members", restricted: false, lock: "exclusive" },
    body: z.strictObject({
      poll: z.strictObject({ title: z.string(), ending: z.string().optional() }),
    }),
    responses: { 200: Renamed, 422: z.strictObject({ held: z.boolean() }) },
    handle: async ({ poll, body, tx }) => {
      const { title, ending } = body.read().poll;
      const { version } = await tx.prisma.poll.update({
        where: { id: poll.id },
        data: { title, version: { increment: 1 } },
      });
      if (ending === "refuse") throw new Invalid({ title: ["is reserved"] });
      if (ending === "break") throw new Error("a defect with a secret");
      if (ending === "hold") return reply(422, { held: true });
      return reply(200, { title, times: version });
    },
  }),
  endpoint({
    run: "alone",
    method: "post",
    path: "/api/v1/private",
    id: "test.three",
    summary: "",
    description: "",
    auth: "private",
    responses: { 204: null },
    handle: async () => {
      throw new NotFound("Page");
    },
  }),
  endpoint({
    run: "alone",
    method: "post",
    path: "/api/v1/large",
    id: "test.large",
    summary: "",
    description: "",
    auth: "private",
    body: z.strictObject({ list: z.array(z.unknown()) }).partial(),
    bodyMaxBytes: 1024 * 1024,
    responses: { 204: null },
    handle: async ({ body }) => {
      body.read();
      return reply(204);
    },
  }),
  endpoint({
    run: "transaction",
    method: "post",
    path: "/api/v1/spending",
    id: "test.four",
    summary: "",
    description: "",
    auth: "private",
    responses: { 204: null },
    handle: async (_input, { rateLimiter }) => {
      attempts += 1;
      spend(rateLimiter, { key: "test", limit: 2 });
      if (attempts < 3) throw deadlock();
      return reply(204);
    },
  }),
];

/**
 * Requests to minimal endpoints. A file of tests shares the gateway; each test has its own account
 * and poll.
 */
export function shareRouter() {
  const gateway = shareGateway({
    endpoints: routerEndpoints,
    env: { RATE_LIMIT_REQUESTS: "1000", LOG_LEVEL: "silent" },
  });
  const account = {} as SignedUpAccount;
  const poll = {} as Poll;
  beforeEach(async () => {
    Object.assign(account, await signUp(gateway.db));
    Object.assign(poll, await account.buildPoll());
  });
  return {
    gateway,
    account,
    poll,
    /** How often `/api/v1/spending` was called. */
    attempts: () => attempts,
    title: async () =>
      (await gateway.db.prisma.poll.findUniqueOrThrow({ where: { id: poll.id } })).title,
    rename: (body: object, options = {}) =>
      gateway.request(`PATCH /api/v1/polls/${poll.memberHash}/title`, {
        token: account.privateToken,
        body: { poll: body },
        ...options,
      }),
  };
}
