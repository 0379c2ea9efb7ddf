import * as fields from "./fields";
import type { MatrixFixture } from "./matrix-fixture";
import {
  created,
  type Expected,
  forbidden,
  gone,
  invalid,
  invalidFields,
  type MatrixRow,
  notFound,
  ok,
  ownAndOthers,
  type Whose,
} from "./row";
import type { Situation } from "./situation";

const path = "/api/v1/polls/:poll_id/options/:option_id/comments";

const id = ({ comments }: MatrixFixture, whose: Whose) => comments[whose];

/** The comments are on an option of another owner, which `hide_options` hides. */
const seesOption = ({ admin, variant }: Situation) => admin || variant !== "hide_options";

const read = (situation: Situation, isOwn: boolean): Expected =>
  seesOption(situation) ? ok(fields.comment(situation, isOwn)) : notFound;

const list = (situation: Situation): Expected =>
  seesOption(situation)
    ? ok({
        list: {
          "own comment": fields.comment(situation, situation.owns),
          "others' comment": fields.comment(situation, false),
        },
      })
    : notFound;

/** docs/reference/comments.md#writing */
function write(situation: Situation, isOwn: boolean): Expected {
  if (!seesOption(situation)) return notFound;
  if (!isOwn) return forbidden;
  return situation.variant === "closed" ? invalid : created(fields.comment(situation, true));
}

/** docs/reference/comments.md#changing. Admins do not change the texts of others. */
function rewrite(situation: Situation, isOwn: boolean): Expected {
  if (!seesOption(situation) || (!isOwn && !situation.admin)) return notFound;
  if (!isOwn) return invalidFields;
  return situation.variant === "closed" ? invalid : ok(fields.comment(situation, true));
}

const remove = (situation: Situation, isOwn: boolean): Expected =>
  seesOption(situation) && (isOwn || situation.admin) ? gone : notFound;

const text = ({ participants }: MatrixFixture, whose: Whose) => ({
  body: { voter_id: participants[whose].publicId, comment: { content: "Well said" } },
});
const demand = { password: "members", guarded: true } as const;

export const commentRows: readonly MatrixRow[] = [
  { endpoint: `GET ${path}`, demand, expected: list },
  {
    endpoint: "GET /api/v1/polls/:poll_id/comments",
    demand: { admin: true },
    expected: (situation) =>
      ok({
        list: {
          "own comment": [...fields.comment(situation, situation.owns), "option_id"],
          "others' comment": [...fields.comment(situation, false), "option_id"],
        },
      }),
  },
  ...ownAndOthers(`GET ${path}/:id`, { demand, id, expected: read }),
  ...ownAndOthers(`POST ${path}`, { demand, request: text, expected: write }),
  {
    endpoint: `PATCH ${path}/:id`,
    about: "own",
    demand,
    id: (fixture) => id(fixture, "own"),
    request: () => ({ body: { comment: { content: "Better said" } } }),
    expected: (situation) => rewrite(situation, situation.owns),
  },
  {
    endpoint: `PATCH ${path}/:id`,
    about: "others'",
    demand,
    id: (fixture) => id(fixture, "others"),
    request: () => ({ body: { comment: { hidden: true } } }),
    expected: (situation) => (situation.admin ? ok(fields.comment(situation, false)) : notFound),
  },
  ...ownAndOthers(`DELETE ${path}/:id`, { demand, id, expected: remove }),
];
