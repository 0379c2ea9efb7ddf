import { png } from "@polls/testing";
import * as fields from "./fields";
import { created, gone, invalid, type MatrixRow, notFound, ok } from "./row";

const path = "/api/v1/polls/:poll_hash";
const picture = `data:image/png;base64,${png(8, 6).toString("base64")}`;

/** Requests for a poll itself. Any caller with a hash may read it without the password. */
export const pollRows: readonly MatrixRow[] = [
  {
    endpoint: `GET ${path}`,
    about: "it",
    demand: {},
    expected: (situation) => ok(fields.poll(situation)),
  },
  {
    endpoint: `PATCH ${path}`,
    about: "it",
    demand: { privateToken: true, admin: true },
    request: () => ({ body: { poll: { title: "Where we eat" } } }),
    // With the cover of the request below, which is sent first.
    expected: (situation) => ok([...fields.poll(situation), "cover"]),
  },
  {
    endpoint: "POST /api/v1/polls/:poll_id/admin_hash",
    about: "it",
    demand: { privateToken: true, admin: true },
    expected: (situation) =>
      situation.caller.ownsPoll ? created(fields.poll(situation)) : invalid,
  },
  {
    endpoint: "POST /api/v1/polls/:poll_id/cover",
    about: "it",
    demand: { privateToken: true, admin: true },
    request: () => ({ body: { cover: { attachment: picture } } }),
    expected: (situation) => created([...fields.poll(situation), "cover"]),
  },
  {
    endpoint: "DELETE /api/v1/polls/:poll_id/cover",
    about: "it",
    demand: { privateToken: true, admin: true },
    expected: () => gone,
  },
  {
    endpoint: "POST /api/v1/polls/:poll_id/duplicate",
    about: "it",
    demand: { privateToken: true, admin: true },
    expected: () => ({ status: 201 }),
  },
  {
    endpoint: "POST /api/v1/polls/:poll_id/import",
    about: "it",
    demand: { privateToken: true, admin: true },
    request: () => ({ body: { kind: "options", csv: "content\nSoup\n" } }),
    expected: () => ok(["created", "refused"]),
  },
  {
    endpoint: `DELETE ${path}`,
    about: "it",
    demand: { privateToken: true, admin: true },
    expected({ caller, variant }) {
      if (caller.addressing === "member_hash") return notFound;
      // The poll has paid votes, so only its owner may delete it.
      return variant === "voting wallet" && !caller.ownsPoll ? invalid : gone;
    },
  },
];
