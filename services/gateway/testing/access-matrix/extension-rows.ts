import * as fields from "./fields";
import {
  created,
  type Expected,
  gone,
  invalid,
  invalidFields,
  type MatrixRow,
  notFound,
  ok,
} from "./row";
import { type Situation, seesCount, seesRatings } from "./situation";

const poll = "/api/v1/polls/:poll_id";

/** Available wherever ratings are shown (docs/reference/results.md#who-reads-results). */
const results = (situation: Situation): Expected =>
  seesRatings(situation) ? ok(fields.results(seesCount(situation), situation)) : notFound;

const response = ["voter", "votes", "votes_count", "files"];

/** Endpoints of a poll that are extensions. */
export const extensionRows: readonly MatrixRow[] = [
  { endpoint: `GET ${poll}/results`, demand: { guarded: true }, expected: results },
  {
    endpoint: `GET ${poll}/results/count`,
    demand: { guarded: true },
    expected: (situation) => (seesCount(situation) ? ok(fields.count) : notFound),
  },
  { endpoint: `GET ${poll}/results/stream`, demand: { guarded: true }, expected: results },
  {
    endpoint: `POST ${poll}/results/stream_tickets`,
    demand: { guarded: true },
    expected: (situation) => {
      const { status } = results(situation);
      return status === 200 ? created(["ticket", "url", "expires_at"]) : notFound;
    },
  },
  {
    endpoint: `GET ${poll}/responses`,
    demand: { admin: true },
    expected: () => ok({ list: { "unnamed 0": response, "unnamed 1": response } }),
  },
  ...["answers.xlsx", "export.csv", "export.xlsx", "export.json", "comments.csv"].map((file) => ({
    endpoint: `GET ${poll}/${file}`,
    demand: { admin: true } as const,
    expected: (): Expected => ({ status: 200 }),
  })),
  // The options of these polls are no dates.
  {
    endpoint: `POST ${poll}/decision`,
    demand: { admin: true },
    request: ({ options }) => ({ body: { option_ids: [options.others.publicId] } }),
    expected: () => invalidFields,
  },
  { endpoint: `DELETE ${poll}/decision`, demand: { admin: true }, expected: () => notFound },
  {
    endpoint: `GET ${poll}/decision/recipients`,
    demand: { admin: true },
    expected: ({ variant }) => {
      const end = variant === "anonymize_voter_names" ? "=null" : "";
      return ok([`recipients${end}`, `without_address${end}`]);
    },
  },
  { endpoint: `GET ${poll}/decision.ics`, demand: { guarded: true }, expected: () => notFound },
  {
    endpoint: `GET ${poll}/invitations`,
    demand: { admin: true },
    expected: () => ok({ list: { invitation: fields.invitation } }),
  },
  {
    endpoint: `POST ${poll}/invitations`,
    demand: { admin: true },
    request: () => ({ body: { invitations: [{}] } }),
    expected: () => created({ list: { "unnamed 0": fields.newInvitation } }),
  },
  {
    endpoint: `GET ${poll}/reminders`,
    demand: { admin: true },
    expected: () => ok(["recipients", "reminders_left", "next_at=null"]),
  },
  // The invitations of these polls have no address.
  { endpoint: `POST ${poll}/reminders`, demand: { admin: true }, expected: () => invalid },
  {
    endpoint: `DELETE ${poll}/invitations/:id`,
    demand: { admin: true },
    id: ({ invitation }) => invitation,
    expected: () => gone,
  },
  {
    endpoint: `GET ${poll}/payments`,
    demand: { privateToken: true, admin: true },
    expected: () => ok(fields.payments),
  },
  {
    // A fixture has no payments, so every refund is 404. The tests of payments cover refunds.
    endpoint: `POST ${poll}/payments/:id/refund`,
    demand: { privateToken: true, admin: true },
    id: ({ invitation }) => invitation,
    request: () => ({ body: {} }),
    expected: () => notFound,
  },
];
