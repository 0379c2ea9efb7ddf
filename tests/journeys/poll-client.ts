import { connectDatabase, type Db, inTransaction } from "@polls/db";
import { atFileEnd, waitFor } from "@polls/testing";
import { createAccount } from "../../services/gateway/src/features/accounts/create-account";
import {
  type RequestOptions,
  sendRequest,
  type TestResponse,
} from "../../services/gateway/src/testing/send-request";

/** An account owner and her visitors, as they use a running service. */
export interface PollClient {
  readonly db: Db;
  readonly asOwner: (line: string, options?: RequestOptions) => Promise<TestResponse>;
  readonly asVisitor: (
    identifier: string,
    line: string,
    options?: RequestOptions,
  ) => Promise<TestResponse>;
  /** Makes something and gives what was answered; fails unless it was 201. */
  // biome-ignore lint/suspicious/noExplicitAny: as `TestResponse.body`
  readonly make: (line: string, options: RequestOptions) => Promise<any>;
  /** Makes a poll of a type and gives its path. */
  readonly makePoll: (type: string, settings?: object) => Promise<string>;
  /** Uploads a file as an option of the poll and gives the option's path. */
  readonly upload: (poll: string, file: Buffer, name: string) => Promise<string>;
  /** The option once its file is processed. */
  // biome-ignore lint/suspicious/noExplicitAny: as `TestResponse.body`
  readonly processed: (option: string, deadlineMs: number) => Promise<any>;
}

/** Signs an owner up and speaks to the gateway at `baseUrl`. */
export async function openPollClient(facts: {
  readonly baseUrl: string;
  readonly databaseUrl: string;
}): Promise<PollClient> {
  const db = connectDatabase(facts.databaseUrl, { max: 2, onError: () => undefined });
  atFileEnd("connections of the client", () => db.close());
  const owner = await inTransaction(db, (tx) =>
    createAccount(tx, { email: "owner@example.org", name: "Owner" }, new Date()),
  );
  const send = (line: string, options: RequestOptions) =>
    sendRequest(facts.baseUrl, facts.baseUrl, line, options);
  const asOwner: PollClient["asOwner"] = (line, options) =>
    send(line, { token: owner.privateToken, ...options });
  const make: PollClient["make"] = async (line, options) => {
    const { status, body, text } = await asOwner(line, options);
    if (status !== 201) throw new Error(`${line} answered ${status}: ${text}`);
    return body;
  };
  return {
    db,
    asOwner,
    make,
    asVisitor: (identifier, line, options) =>
      send(line, { token: owner.publicToken, identifier, ...options }),
    async makePoll(type, settings = {}) {
      const body = { poll: { title: "Which one", type, ...settings } };
      return `/api/v1/polls/${(await make("POST /api/v1/polls", { body })).member_hash}`;
    },
    async upload(poll, file, name) {
      const form = new FormData();
      form.set("option[content]", name);
      form.append("option_attachments[]", new Blob([new Uint8Array(file)]), name);
      return `${poll}/options/${(await make(`POST ${poll}/options`, { form })).id}`;
    },
    async processed(option, deadlineMs) {
      return waitFor(
        async () => {
          const { body } = await asOwner(`GET ${option}`);
          return body.processing === false ? body : undefined;
        },
        { deadlineMs, what: `${option} to be processed`, everyMs: 50 },
      );
    },
  };
}
