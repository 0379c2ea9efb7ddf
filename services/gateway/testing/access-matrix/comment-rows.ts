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
} from "./row";
import type { Situation } from "./situation";

const path = "/api/v1/polls/:poll_id/options/:option_id/comments";

const own = ({ comments }: MatrixFixture) => comments.own;
const others = ({ comments }: MatrixFixture) => comments.others;

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

const text = (whose: "own" | "others") => (fixture: MatrixFixture) => ({
  body: { voter_id: fixture.participants[whose].publicId, comment: { content: "Well said" } },
});
const otherText = () => ({ body: { comment: { content: "Better said" } } });
const hide = () => ({ body: { comment: { hidden: true } } });

export const commentRows: readonly MatrixRow[] = [
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
    demand: { password: "members", guarded: true },
    request: text("own"),
    expected: (situation) => write(situation, situation.owns),
  },
  {
    endpoint: `POST ${path}`,
    about: "others'",
    demand: { password: "members", guarded: true },
    request: text("others"),
    expected: (situation) => write(situation, false),
  },
  {
    endpoint: `PATCH ${path}/:id`,
    about: "own",
    demand: { password: "members", guarded: true },
    id: own,
    request: otherText,
    expected: (situation) => rewrite(situation, situation.owns),
  },
  {
    endpoint: `PATCH ${path}/:id`,
    about: "others'",
    demand: { password: "members", guarded: true },
    id: others,
    request: hide,
    expected: (situation) => (situation.admin ? ok(fields.comment(situation, false)) : notFound),
  },
  {
    endpoint: `DELETE ${path}/:id`,
    about: "own",
    demand: { password: "members", guarded: true },
    id: own,
    expected: (situation) => remove(situation, situation.owns),
  },
  {
    endpoint: `DELETE ${path}/:id`,
    about: "others'",
    demand: { password: "members", guarded: true },
    id: others,
    expected: (situation) => remove(situation, false),
  },
];
