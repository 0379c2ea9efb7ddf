import { type Client, createClient, type Option } from "@polls/client";
import { connectDatabase, type Db } from "@polls/db/connection";
import { inTransaction } from "@polls/db/sql";
import { atFileEnd, waitFor } from "@polls/testing";
import { createAccount } from "../../services/gateway/src/features/accounts/create-account";

/** The path of an option. */
export interface OptionPlace {
  readonly poll_id: string;
  readonly id: string;
}

/** An account owner and visitors of a running service. Each request is sent once. */
export interface PollClient {
  readonly db: Db;
  readonly owner: Client;
  readonly ownerToken: string;
  readonly visitor: (identifier: string) => Client;
  /** Creates a poll of a type and returns its member hash. */
  readonly makePoll: (type: string, settings?: object) => Promise<string>;
  /** Uploads a file as an option of the poll. */
  readonly upload: (poll_id: string, file: Buffer, name: string) => Promise<OptionPlace>;
  /** The option once its file is processed. */
  readonly processed: (option: OptionPlace, deadlineMs: number) => Promise<Option>;
}

/** Creates an owner's account and a client for the gateway at `baseUrl`. */
export async function openPollClient(facts: {
  readonly baseUrl: string;
  readonly databaseUrl: string;
}): Promise<PollClient> {
  const db = connectDatabase(facts.databaseUrl, { max: 2, onError: () => undefined });
  atFileEnd("connections of the client", () => db.close());
  const account = await inTransaction(db, (tx) =>
    createAccount(
      tx,
      { email: "owner@example.org", name: "Owner", canTakePayments: true },
      new Date(),
    ),
  );
  const { baseUrl } = facts;
  const owner = createClient({ baseUrl, token: account.privateToken, retries: 0 });
  const visitor = createClient({ baseUrl, token: account.publicToken, retries: 0 });
  return {
    db,
    owner,
    ownerToken: account.privateToken,
    visitor: (identifier) => visitor.with({ identifier }),
    async makePoll(type, settings = {}) {
      // A type may come from a table of tests.
      const poll = { title: "Which one", type: type as "Polls::Voting", ...settings };
      return (await owner.polls.create({ body: { poll } })).member_hash;
    },
    async upload(poll_id, file, name) {
      const body = new FormData();
      body.set("option[content]", name);
      body.append("option_attachments[]", new Blob([new Uint8Array(file)]), name);
      return { poll_id, id: (await owner.options.create({ poll_id, body })).id };
    },
    async processed(place, deadlineMs) {
      return waitFor(
        async () => {
          const option = await owner.options.show(place);
          return option.processing === false ? option : undefined;
        },
        { deadlineMs, what: `${place.id} to be processed`, everyMs: 50 },
      );
    },
  };
}
