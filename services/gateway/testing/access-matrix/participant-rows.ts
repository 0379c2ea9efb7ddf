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
  ownAndOthers,
  type Whose,
} from "./row";
import { type Situation, takesChanges } from "./situation";

const path = "/api/v1/polls/:poll_id/voters";

const id = ({ participants }: MatrixFixture, whose: Whose) => participants[whose].publicId;

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
const empty = () => ({ body: {} });
const guarded = { guarded: true } as const;
const demand = {};

export const participantRows: readonly MatrixRow[] = [
  { endpoint: `GET ${path}`, demand: guarded, expected: list },
  ...ownAndOthers(`GET ${path}/:id`, { demand: guarded, id, expected: read }),
  { endpoint: `POST ${path}`, demand: { password: "members" }, request: change, expected: create },
  ...ownAndOthers(`POST ${path}/:id/opt_in`, { demand, id, request: empty, expected: askAgain }),
  ...ownAndOthers(`POST ${path}/:id/link`, { demand, id, request: empty, expected: showLink }),
  ...ownAndOthers(`DELETE ${path}/:id/link`, {
    demand,
    id,
    expected: (_, isOwn) => (isOwn ? gone : notFound),
  }),
  ...ownAndOthers(`PATCH ${path}/:id`, { demand, id, request: change, expected: update }),
  ...ownAndOthers(`DELETE ${path}/:id`, { demand, id, expected: remove }),
];
