import * as fields from "./fields";
import type { MatrixFixture } from "./matrix-fixture";
import {
  created,
  type Expected,
  forbidden,
  gone,
  invalid,
  type MatrixRow,
  notFound,
  ok,
} from "./row";
import { type Situation, takesChanges } from "./situation";

const path = "/api/v1/polls/:poll_id/voters";

const own = ({ participants }: MatrixFixture) => participants.own.publicId;
const others = ({ participants }: MatrixFixture) => participants.others.publicId;

/** docs/reference/participants.md#visibility */
function read(situation: Situation, isOwn: boolean): Expected {
  const hidden = situation.variant === "hidden_participants" && !situation.admin && !isOwn;
  return hidden ? notFound : ok(fields.participant(situation, isOwn));
}

function list(situation: Situation): Expected {
  const all = situation.admin || situation.variant !== "hidden_participants";
  return ok({
    list: {
      ...((all || situation.owns) && {
        "own participant": fields.participant(situation, situation.owns),
      }),
      ...(all && { "others' participant": fields.participant(situation, false) }),
    },
  });
}

/** A caller without identity cannot take part (docs/reference/access.md#actors). */
function create(situation: Situation): Expected {
  if (!situation.caller.hasIdentity || situation.variant === "closed") return invalid;
  const fee = situation.variant === "voting wallet" ? ["payment_url"] : [];
  return created([...fields.participant(situation, true), ...fee]);
}

/** docs/reference/participants.md#update */
function update(situation: Situation, isOwn: boolean): Expected {
  const { admin, variant } = situation;
  if (!isOwn && !admin) return notFound;
  const closesOthers = variant === "anonymize_voter_names" || variant === "hidden_participants";
  if (!isOwn && closesOthers) return invalid;
  return takesChanges(situation) ? ok(fields.participant(situation, isOwn)) : invalid;
}

/** docs/reference/participants.md#deletion. The accounts of this test may delete participants. */
function remove(situation: Situation, isOwn: boolean): Expected {
  if (situation.variant === "voting wallet") return forbidden;
  return situation.admin || (isOwn && takesChanges(situation)) ? gone : forbidden;
}

/**
 * Allowed for the owner, and for admins unless names are anonymous. The participants of this test have a confirmed address or none.
 */
const askAgain = ({ admin, variant }: Situation, isOwn: boolean): Expected =>
  isOwn || (admin && variant !== "anonymize_voter_names") ? invalid : notFound;

/** Only for the owner, and only if it is an anonymous user: a link gives no rights of an account. */
const showLink = ({ caller }: Situation, isOwn: boolean): Expected =>
  isOwn && caller.acts === "publicly" ? created(["url"]) : notFound;

const change = () => ({ body: { voter: { user_name: "Joan" } } });

export const participantRows: readonly MatrixRow[] = [
  { endpoint: `GET ${path}`, about: "it", demand: { guarded: true }, expected: list },
  {
    endpoint: `GET ${path}/:id`,
    about: "own",
    demand: { guarded: true },
    id: own,
    expected: (situation) => read(situation, situation.owns),
  },
  {
    endpoint: `GET ${path}/:id`,
    about: "others'",
    demand: { guarded: true },
    id: others,
    expected: (situation) => read(situation, false),
  },
  {
    endpoint: `POST ${path}`,
    about: "it",
    demand: { password: "members" },
    request: change,
    expected: create,
  },
  {
    endpoint: `POST ${path}/:id/opt_in`,
    about: "own",
    demand: {},
    id: own,
    request: () => ({ body: {} }),
    expected: (situation) => askAgain(situation, situation.owns),
  },
  {
    endpoint: `POST ${path}/:id/opt_in`,
    about: "others'",
    demand: {},
    id: others,
    request: () => ({ body: {} }),
    expected: (situation) => askAgain(situation, false),
  },
  {
    endpoint: `POST ${path}/:id/link`,
    about: "own",
    demand: {},
    id: own,
    request: () => ({ body: {} }),
    expected: (situation) => showLink(situation, situation.owns),
  },
  {
    endpoint: `POST ${path}/:id/link`,
    about: "others'",
    demand: {},
    id: others,
    request: () => ({ body: {} }),
    expected: (situation) => showLink(situation, false),
  },
  {
    endpoint: `DELETE ${path}/:id/link`,
    about: "own",
    demand: {},
    id: own,
    expected: ({ owns }) => (owns ? gone : notFound),
  },
  {
    endpoint: `DELETE ${path}/:id/link`,
    about: "others'",
    demand: {},
    id: others,
    expected: () => notFound,
  },
  {
    endpoint: `PATCH ${path}/:id`,
    about: "own",
    demand: {},
    id: own,
    request: change,
    expected: (situation) => update(situation, situation.owns),
  },
  {
    endpoint: `PATCH ${path}/:id`,
    about: "others'",
    demand: {},
    id: others,
    request: change,
    expected: (situation) => update(situation, false),
  },
  {
    endpoint: `DELETE ${path}/:id`,
    about: "own",
    demand: {},
    id: own,
    expected: (situation) => remove(situation, situation.owns),
  },
  {
    endpoint: `DELETE ${path}/:id`,
    about: "others'",
    demand: {},
    id: others,
    expected: (situation) => remove(situation, false),
  },
];
