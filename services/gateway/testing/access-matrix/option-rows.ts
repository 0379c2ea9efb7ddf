import * as fields from "./fields";
import type { MatrixFixture } from "./matrix-fixture";
import {
  created,
  type Expected,
  gone,
  invalid,
  invalidFields,
  type MatrixRow,
  notFound,
  ok,
  undeletable,
} from "./row";
import type { Situation } from "./situation";

const path = "/api/v1/polls/:poll_id/options";

type Which = "own" | "others'" | "hidden";

const idOf: Readonly<Record<Which, (fixture: MatrixFixture) => string>> = {
  own: ({ options }) => options.own.publicId,
  "others'": ({ options }) => options.others.publicId,
  hidden: ({ options }) => options.hidden.publicId,
};

/** Whether the caller sees an option (docs/reference/options.md#visibility). */
function sees({ admin, owns, variant }: Situation, which: Which): boolean {
  if (admin || (which === "own" && owns)) return true;
  return which !== "hidden" && variant !== "hide_options";
}

const facts = ({ owns }: Situation, which: Which) => ({
  own: which === "own" && owns,
  said: true,
  ranked: which !== "hidden",
});

const read = (situation: Situation, which: Which): Expected =>
  sees(situation, which) ? ok(fields.option(situation, facts(situation, which))) : notFound;

function list(situation: Situation): Expected {
  const item = (which: Which) =>
    sees(situation, which) ? fields.optionInList(situation, facts(situation, which)) : undefined;
  const entries = {
    "own option": item("own"),
    "others' option": item("others'"),
    "another's option": item("others'"),
    "hidden option": item("hidden"),
  };
  const shown = Object.entries(entries).filter(
    (entry): entry is [string, string[]] => entry[1] !== undefined,
  );
  return ok({ list: Object.fromEntries(shown) });
}

/**
 * Members may create options if the poll allows it, admins always
 * (docs/reference/options.md#creation).
 */
function create(situation: Situation): Expected {
  const { admin, variant } = situation;
  if (!admin && (variant === "closed" || variant === "allow_new_options off")) return invalid;
  return created(fields.option(situation, { own: true, said: false, ranked: true }));
}

/**
 * Whether the caller may change a visible option (docs/reference/options.md#deletion). Here no
 * caller votes on its own options.
 */
function mayChange({ admin, owns, variant }: Situation, which: Which): boolean {
  return admin || (which === "own" && owns && variant !== "closed");
}

function update(situation: Situation, which: Which): Expected {
  if (!sees(situation, which)) return notFound;
  return mayChange(situation, which) ? read(situation, which) : invalid;
}

function remove(situation: Situation, which: Which): Expected {
  if (!sees(situation, which)) return notFound;
  return mayChange(situation, which) ? gone : undeletable;
}

/** No other row changes or deletes it. */
const ballot = ({ options }: MatrixFixture) => options.ballot.publicId;

/** Options whose votes are paid for are not merged (docs/reference/options.md#merging). */
const merge = (situation: Situation): Expected =>
  situation.variant === "voting wallet" ? invalid : read(situation, "others'");

const change = () => ({ body: { option: { content: "Sushi" } } });
const each = ["own", "others'", "hidden"] as const;

export const optionRows: readonly MatrixRow[] = [
  { endpoint: `GET ${path}`, demand: { guarded: true }, expected: list },
  ...each.map((which) => ({
    endpoint: `GET ${path}/:id`,
    about: which,
    demand: { guarded: true } as const,
    id: idOf[which],
    expected: (situation: Situation) => read(situation, which),
  })),
  { endpoint: `POST ${path}`, demand: { guarded: true }, request: change, expected: create },
  // The options of these polls are no dates.
  {
    endpoint: `POST ${path}/series`,
    demand: { guarded: true },
    request: () => ({ body: { series: { days: ["2040-06-01"] } } }),
    expected: () => invalidFields,
  },
  ...each.map((which) => ({
    endpoint: `PATCH ${path}/:id`,
    about: which,
    demand: { guarded: true } as const,
    id: idOf[which],
    request: change,
    expected: (situation: Situation) => update(situation, which),
  })),
  {
    endpoint: `POST ${path}/:id/merge`,
    about: "others'",
    demand: { admin: true },
    id: ballot,
    request: ({ options }) => ({ body: { option_id: options.others.publicId } }),
    expected: merge,
  },
  // Before the target is deleted.
  {
    endpoint: `DELETE ${path}/:id/merge`,
    about: "others'",
    demand: { admin: true },
    id: ballot,
    expected: (situation) =>
      situation.variant === "voting wallet" ? notFound : read(situation, "others'"),
  },
  ...each.map((which) => ({
    endpoint: `DELETE ${path}/:id`,
    about: which,
    demand: { guarded: true } as const,
    id: idOf[which],
    expected: (situation: Situation) => remove(situation, which),
  })),
];
