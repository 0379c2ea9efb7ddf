import http from "node:http";
import { type ClientOptions, createClient, type Fetch } from "@polls/client";
import { atFileEnd, createTestDatabase, listen, startFaultProxy } from "@polls/testing";
import { signUp } from "../../services/gateway/testing/sign-up";
import {
  startGateway,
  type TestGatewayOptions,
} from "../../services/gateway/testing/start-gateway";

export type ClientFixture = Awaited<ReturnType<typeof startClients>>;

/** A gateway with clients of an account owner and of a visitor. */
export async function startClients(
  options: TestGatewayOptions & { readonly database?: string } = {},
) {
  const database = options.database ?? (await createTestDatabase()).url;
  const gateway = await startGateway({ url: database }, options);
  atFileEnd("gateway", gateway.close);
  const link = await startFaultProxy(gateway.url);
  const account = await signUp(gateway.db);
  const owner = createClient({ baseUrl: link.url, token: account.privateToken });
  const visitor = createClient({
    baseUrl: link.url,
    token: () => Promise.resolve(account.publicToken),
    identifier: "Jürgen из Перми",
  });
  return {
    gateway,
    /** A proxy between the clients and the gateway. */
    link,
    owner,
    visitor,
    /** Creates a poll; returns its member hash. */
    makePoll: async (settings: object = {}) => {
      const body = { poll: { title: "Lunch", ...settings } };
      return (await owner.polls.create({ body })).member_hash;
    },
    /** Creates an option of a poll; returns its id. */
    makeOption: async (poll_id: string, content: string) =>
      (await owner.options.create({ poll_id, body: { option: { content } } })).id,
    /** Makes the visitor a participant of a poll; returns the id. */
    join: async (poll_id: string) =>
      (await visitor.participants.create({ poll_id, body: { voter: { user_name: "Ada" } } })).id,
  };
}

/** A `fetch` that records each status or error. */
export function watchedFetch(): { readonly fetch: Fetch; readonly seen: unknown[] } {
  const seen: unknown[] = [];
  const watched: Fetch = async (url, init) => {
    try {
      const response = await fetch(url, init);
      seen.push(response.status);
      return response;
    } catch (error) {
      seen.push("broken");
      throw error;
    }
  };
  return { fetch: watched, seen };
}

type Answer =
  | readonly [status: number, headers: Record<string, string>, body?: string]
  | "break"
  | "silence";

/** A server that sends these responses, one per request, and the last one to all further requests. */
export async function answering(answers: readonly Answer[], options: ClientOptions = {}) {
  const asked: http.IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    request.resume();
    const answer = answers[Math.min(asked.push(request), answers.length) - 1];
    if (answer === "silence") return;
    if (answer === "break" || answer === undefined) {
      request.socket.destroy();
      return;
    }
    const [status, headers, body = "{}"] = answer;
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(body);
  });
  const port = await listen(server, "the server");
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/`, token: "t", ...options });
  return { asked, client };
}
