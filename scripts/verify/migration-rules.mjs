// What a migration may do while old and new processes use the database (docs/upgrading.md). Statements without
// a rule are refused.

const QUOTED = /'(?:[^']|'')*'/;
const piece = new RegExp(
  [/--[^\n]*/, /\/\*[\s\S]*?\*\//, QUOTED, /(\$\w*\$)[\s\S]*?\1/, /;/, /[^-/'$;]+|[-/'$]/]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** The statements of a migration, each on one line without comments and quotes around names. */
function statementsOf(sql) {
  const statements = [""];
  for (const [text] of sql.matchAll(piece)) {
    if (text === ";") statements.push("");
    else if (!/^(?:--|\/\*)/.test(text)) statements[statements.length - 1] += text;
  }
  return statements
    .map((text) =>
      text
        .replace(/"(\w+)"/g, "$1")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((text) => text !== "");
}

/** Parts of a text that commas outside of brackets and quotes separate. */
function partsOf(text) {
  const parts = [""];
  let depth = 0;
  for (const [token] of text.matchAll(/'(?:[^']|'')*'|[^']/g)) {
    if (token === "(" || token === "[") depth += 1;
    if (token === ")" || token === "]") depth -= 1;
    if (token === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim());
}

const constant =
  /^(?:'(?:[^']|'')*'|-?[\d.]+|true|false|null|now\(\)|current_timestamp(?:\(\d\))?|array\[\])(?:::[\w ()[\]]+)?$/i;

/** The problem of a new column; undefined if there is none. */
function problemOfColumn(column) {
  if (/\b(?:references|unique|primary key|check|exclude)\b/i.test(column)) {
    return "a constraint of a new column is added apart, NOT VALID";
  }
  if (/\b(?:generated|identity|(?:small|big)?serial)\b/i.test(column)) {
    return "it rewrites the table: fill the column by a maintenance task";
  }
  const [, value] = /\bdefault (.+?)(?: not null)?$/i.exec(column) ?? [];
  if (value !== undefined && !constant.test(value)) {
    return "a default that is no constant rewrites the table";
  }
  if (/\bnot null\b/i.test(column) && value === undefined) {
    return "rows that are there have no value: give a constant default, or allow NULL";
  }
  return undefined;
}

const expand = "old processes still use it: remove it in the release after the last that does";
const rewrite =
  "it rewrites the table: add a column, fill it by a maintenance task, remove the old one later";
const scan = "it reads all rows under a lock that stops writers";

/** Actions of ALTER TABLE; the first match counts: true if allowed, else the reason. */
const actions = [
  [/^add column (?:if not exists )?(.+)$/i, ([, column]) => problemOfColumn(column) ?? true],
  [/^add constraint \w+ (?:foreign key|check) .* not valid$/i, true],
  [/^add constraint \w+ (?:unique|primary key) using index /i, true],
  [
    /^add constraint \w+ (?:foreign key|check) /i,
    `${scan}: add it NOT VALID, and validate it by a later migration`,
  ],
  [/^add constraint /i, `${scan}: make the index CONCURRENTLY, and add the constraint USING INDEX`],
  [
    /^validate constraint \w+$/i,
    (_found, { only }) =>
      only(/^alter table (?:only )?\w+ validate constraint \w+$/i) ||
      "writers wait for all statements of a migration: validate in one of its own",
  ],
  [/^drop constraint (?:if exists )?\w+$/i, true],
  [/^alter (?:column )?\w+ set default (.+)$/i, true],
  [/^alter (?:column )?\w+ drop (?:default|not null)$/i, true],
  [/^alter (?:column )?\w+ set statistics \d+$/i, true],
  [
    /^alter (?:column )?\w+ set not null$/i,
    `${scan}: add a CHECK NOT VALID, and validate it by a later migration`,
  ],
  [/^alter (?:column )?\w+ (?:set data )?type /i, rewrite],
  [/^(?:re)?set \(/i, true],
  [/^(?:enable|disable) trigger /i, true],
  [/^(?:drop column|rename) /i, expand],
];

const statements = [
  [/^create table (?:if not exists )?\w+ \(/i, true],
  [/^create (?:or replace )?(?:function|view|trigger) /i, true],
  [/^drop (?:trigger|view|function) /i, true],
  [/^create (?:schema|type|sequence) /i, true],
  [/^comment on /i, true],
  [
    /^(?:create (?:unique )?|drop )index concurrently /i,
    (_found, { only }) => only() || "it runs in no transaction: leave it alone in its migration",
  ],
  [
    /^create (?:unique )?index (?:if not exists )?\w+ on (?:only )?(\w+)/i,
    ([, table], { made }) =>
      made.has(table) || "writers wait until it is done: make it CONCURRENTLY",
  ],
  [/^drop index /i, "readers wait for its lock: drop it CONCURRENTLY"],
  [
    /^alter table (?:if exists )?(?:only )?(\w+) (.+)$/i,
    ([, table, all], context) =>
      context.made.has(table) || firstProblem(partsOf(all), actions, context),
  ],
  [/^insert into (\w+)\b.* values /i, true],
  [/^drop table /i, expand],
  [
    /^(?:insert|update|delete|with|do|select|merge|truncate)\b/i,
    "it changes or reads many rows in one transaction: complete them by a maintenance task",
  ],
];

const UNKNOWN = "no rule says that it is safe: add one to scripts/verify/migration-rules.mjs";

/** The verdict of the rules on a text: true, or the reason why it is refused. */
function judge(text, rules, context) {
  for (const [pattern, verdict] of rules) {
    const matched = pattern.exec(text);
    if (matched !== null)
      return typeof verdict === "function" ? verdict(matched, context) : verdict;
  }
  return UNKNOWN;
}

function firstProblem(texts, rules, context) {
  for (const text of texts) {
    const verdict = judge(text, rules, context);
    if (verdict !== true) return verdict;
  }
  return true;
}

/** The problems of a migration: a statement, and the reason. Tables that the migration creates have no rows. */
export function problemsOf(sql) {
  const all = statementsOf(sql);
  const made = new Set(
    all.flatMap((text) => /^create table (?:if not exists )?(\w+)/i.exec(text)?.[1] ?? []),
  );
  const context = {
    made,
    /** Whether the statement is the only one, or all others match a pattern. */
    only: (pattern) =>
      all.length === 1 || (pattern !== undefined && all.every((text) => pattern.test(text))),
  };
  return all.flatMap((text) => {
    const verdict = judge(text, statements, context);
    return verdict === true ? [] : [{ statement: text, problem: verdict }];
  });
}
