import { createClient } from "@polls/client";
import { atFileEnd, connectPatiently, waitFor } from "@polls/testing";
import { signUp } from "../../services/gateway/testing/sign-up";

/** The path of an option. */
export interface OptionPlace {
  readonly poll_id: string;
  readonly id: string;
}

export type PollClient = Awaited<ReturnType<typeof openPollClient>>;

/** Creates an owner's account and a client for the gateway at `baseUrl`. */
export async function openPollClient(facts: {
  readonly baseUrl: string;
  readonly databaseUrl: string;
}) {
  const db = connectPatiently(facts.databaseUrl, { max: 2, onError: () => undefined });
  atFileEnd("connections of the client", () => db.close());
  const account = await signUp(db, { email: "owner@example.org", name: "Owner" });
  const { baseUrl } = facts;
  const owner = createClient({ baseUrl, token: account.privateToken, retries: 0 });
  const visitor = createClient({ baseUrl, token: account.publicToken, retries: 0 });
  return {
    db,
    owner,
    ownerToken: account.privateToken,
    visitor: (identifier: string) => visitor.with({ identifier }),
    /** Creates a poll of a type and returns its member hash. */
    async makePoll(type: string, settings: object = {}) {
      // A type may come from a table of tests.
      const poll = { title: "Which one", type: type as "Polls::Voting", ...settings };
      return (await owner.polls.create({ body: { poll } })).member_hash;
    },
    /** Uploads a file as an option of the poll. */
    async upload(poll_id: string, file: Buffer, name: string) {
      const body = new FormData();
      body.set("option[content]", name);
      body.append("option_attachments[]", new Blob([new Uint8Array(file)]), name);
      return { poll_id, id: (await owner.options.create({ poll_id, body })).id };
    },
    /** The option once its file is processed. */
    async processed(place: OptionPlace, deadlineMs: number) {
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
