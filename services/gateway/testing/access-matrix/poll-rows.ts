import { png } from "@polls/testing";
import * as fields from "./fields";
import { created, gone, invalid, type MatrixRow, notFound, ok } from "./row";

const path = "/api/v1/polls/:poll_hash";
const picture = `data:image/png;base64,${png(8, 6).toString("base64")}`;

/** Requests for a poll itself. Any caller with a hash may read it without the password. */
export const pollRows: readonly MatrixRow[] = [
  { endpoint: `GET ${path}`, demand: {}, expected: (situation) => ok(fields.poll(situation)) },
  {
    endpoint: `PATCH ${path}`,
    demand: { privateToken: true, admin: true },
    request: () => ({ body: { poll: { title: "Where we eat" } } }),
    // Changes come after creations, so the poll has a cover.
    expected: (situation) => ok([...fields.poll(situation), "cover"]),
  },
  {
    endpoint: "POST /api/v1/polls/:poll_id/admin_hash",
    demand: { privateToken: true, admin: true },
    expected: (situation) =>
      situation.caller.ownsPoll ? created(fields.poll(situation)) : invalid,
  },
  {
    endpoint: "POST /api/v1/polls/:poll_id/cover",
    demand: { privateToken: true, admin: true },
    request: () => ({ body: { cover: { attachment: picture } } }),
    expected: (situation) => created([...fields.poll(situation), "cover"]),
  },
  {
    endpoint: "DELETE /api/v1/polls/:poll_id/cover",
    demand: { privateToken: true, admin: true },
    expected: () => gone,
  },
  {
    endpoint: "POST /api/v1/polls/:poll_id/duplicate",
    demand: { privateToken: true, admin: true },
    expected: () => ({ status: 201 }),
  },
  {
    endpoint: "POST /api/v1/polls/:poll_id/import",
    demand: { privateToken: true, admin: true },
    request: () => ({ body: { kind: "options", csv: "content\nSoup\n" } }),
    expected: () => ok(["created", "refused"]),
  },
  {
    endpoint: `DELETE ${path}`,
    demand: { privateToken: true, admin: true },
    expected({ caller, variant }) {
      if (caller.addressing === "member_hash") return notFound;
      // The poll has paid votes, so only its owner may delete it.
      return variant === "voting wallet" && !caller.ownsPoll ? invalid : gone;
    },
  },
];
