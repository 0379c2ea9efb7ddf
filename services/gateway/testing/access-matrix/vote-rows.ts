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
import { type Situation, seesRatings, takesChanges } from "./situation";

const path = "/api/v1/polls/:poll_id/votes";

const id = ({ votes }: MatrixFixture, whose: Whose) => votes[whose];

const onJury = ({ variant }: Situation) => variant !== "restrict_view_access, not on the jury";
/** The votes are on options of others, which `hide_options` hides. */
const seesOption = ({ admin, variant }: Situation) => admin || variant !== "hide_options";

/** docs/reference/votes.md#reading-votes */
const reads = (situation: Situation, isOwn: boolean): boolean =>
  isOwn || (seesRatings(situation) && seesOption(situation));

const read = (situation: Situation, isOwn: boolean): Expected =>
  reads(situation, isOwn) ? ok(fields.vote(situation, isOwn)) : notFound;

const list = (situation: Situation): Expected =>
  ok({
    list: {
      ...(reads(situation, situation.owns) && {
        "own vote": fields.vote(situation, situation.owns),
      }),
      ...(reads(situation, false) && { "others' vote": fields.vote(situation, false) }),
    },
  });

/** In the order of checks (docs/reference/votes.md#order-of-checks). Admins are checked too. */
function cast(situation: Situation, isOwn: boolean): Expected {
  if (!seesOption(situation)) return notFound;
  if (!isOwn) return forbidden;
  if (!takesChanges(situation) || !onJury(situation)) return invalid;
  return created(fields.vote(situation, true));
}

/** docs/reference/votes.md#changing-a-vote */
function update(situation: Situation, isOwn: boolean): Expected {
  if ((!isOwn && !situation.admin) || !seesOption(situation)) return notFound;
  if (!takesChanges(situation) || !onJury(situation)) return invalid;
  return ok(fields.vote(situation, isOwn));
}

/** docs/reference/votes.md#withdrawing-a-vote. The accounts of this test may delete votes. */
function remove(situation: Situation, isOwn: boolean): Expected {
  const { admin, variant } = situation;
  if (!isOwn && !admin) return notFound;
  if (variant === "voting wallet") return invalid;
  return admin || takesChanges(situation) ? gone : invalid;
}

const ballot = ({ participants, options }: MatrixFixture, whose: Whose) => ({
  body: {
    voter_id: participants[whose].publicId,
    option_id: options.ballot.publicId,
    vote: { vote: 1 },
  },
});
const no = () => ({ body: { vote: { vote: -1 } } });
const guarded = { password: "members", guarded: true } as const;
const demand = { password: "members" } as const;
const everyone = { password: "everyone" } as const;

export const voteRows: readonly MatrixRow[] = [
  { endpoint: `GET ${path}`, demand: guarded, expected: list },
  ...ownAndOthers(`GET ${path}/:id`, { demand: guarded, id, expected: read }),
  ...ownAndOthers(`POST ${path}`, { demand: everyone, request: ballot, expected: cast }),
  ...ownAndOthers(`POST ${path}/batch`, {
    demand: everyone,
    request: (fixture, whose) => ({ body: { votes: [ballot(fixture, whose).body] } }),
    expected: () => ok(["outcomes"]),
  }),
  ...ownAndOthers(`PATCH ${path}/:id`, { demand, id, request: no, expected: update }),
  ...ownAndOthers(`DELETE ${path}/:id`, { demand, id, expected: remove }),
];
