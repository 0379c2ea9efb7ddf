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
import { type Situation, seesRatings, takesChanges } from "./situation";

const path = "/api/v1/polls/:poll_id/votes";

const own = ({ votes }: MatrixFixture) => votes.own;
const others = ({ votes }: MatrixFixture) => votes.others;

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

const ballot = (whose: "own" | "others") => (fixture: MatrixFixture) => ({
  body: {
    voter_id: fixture.participants[whose].publicId,
    option_id: fixture.options.ballot.publicId,
    vote: { vote: 1 },
  },
});
const batchOf = (whose: "own" | "others") => (fixture: MatrixFixture) => ({
  body: { votes: [ballot(whose)(fixture).body] },
});
const no = () => ({ body: { vote: { vote: -1 } } });

export const voteRows: readonly MatrixRow[] = [
  {
    endpoint: `GET ${path}`,
    about: "it",
    demand: { password: "members", guarded: true },
    expected: list,
  },
  {
    endpoint: `GET ${path}/:id`,
    about: "own",
    demand: { password: "members", guarded: true },
    id: own,
    expected: (situation) => read(situation, situation.owns),
  },
  {
    endpoint: `GET ${path}/:id`,
    about: "others'",
    demand: { password: "members", guarded: true },
    id: others,
    expected: (situation) => read(situation, false),
  },
  {
    endpoint: `POST ${path}`,
    about: "own",
    demand: { password: "everyone" },
    request: ballot("own"),
    expected: (situation) => cast(situation, situation.owns),
  },
  {
    endpoint: `POST ${path}`,
    about: "others'",
    demand: { password: "everyone" },
    request: ballot("others"),
    expected: (situation) => cast(situation, false),
  },
  {
    endpoint: `POST ${path}/batch`,
    about: "own",
    demand: { password: "everyone" },
    request: batchOf("own"),
    expected: () => ok(["outcomes"]),
  },
  {
    endpoint: `POST ${path}/batch`,
    about: "others'",
    demand: { password: "everyone" },
    request: batchOf("others"),
    expected: () => ok(["outcomes"]),
  },
  {
    endpoint: `PATCH ${path}/:id`,
    about: "own",
    demand: { password: "members" },
    id: own,
    request: no,
    expected: (situation) => update(situation, situation.owns),
  },
  {
    endpoint: `PATCH ${path}/:id`,
    about: "others'",
    demand: { password: "members" },
    id: others,
    request: no,
    expected: (situation) => update(situation, false),
  },
  {
    endpoint: `DELETE ${path}/:id`,
    about: "own",
    demand: { password: "members" },
    id: own,
    expected: (situation) => remove(situation, situation.owns),
  },
  {
    endpoint: `DELETE ${path}/:id`,
    about: "others'",
    demand: { password: "members" },
    id: others,
    expected: (situation) => remove(situation, false),
  },
];
