import { commonTables } from "../shards/common-tables";

const piece = new RegExp(
  [/--[^\n]*/, /\/\*[\s\S]*?\*\//, /'(?:[^']|'')*'/, /(\$\w*\$)[\s\S]*?\1/, /;/, /[^-/'$;]+|[-/'$]/]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** The statements of a migration, without comments. */
function statementsOf(sql: string): readonly string[] {
  const statements = [""];
  for (const [text] of sql.matchAll(piece)) {
    if (text === ";") statements.push("");
    else if (!/^(?:--|\/\*)/.test(text)) statements[statements.length - 1] += text;
  }
  return statements.map((text) => text.trim()).filter((text) => text !== "");
}

const name = '"?(?:public"?\\."?)?(\\w+)"?';
const guard = "(?:IF (?:NOT )?EXISTS )?";

const subjects = [
  `^ALTER TABLE ${guard}(?:ONLY )?${name}`,
  `^(?:CREATE|DROP) TABLE ${guard}${name}`,
  `^CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?${guard}"?\\w+"? ON (?:ONLY )?${name}`,
  `^(?:CREATE|DROP) (?:CONSTRAINT )?TRIGGER ${guard}[\\s\\S]*? ON ${name}`,
  `^(?:UPDATE|INSERT INTO|DELETE FROM) (?:ONLY )?${name}`,
].map((pattern) => new RegExp(pattern, "i"));

const tableOf = (statement: string): string | undefined => {
  for (const subject of subjects) {
    const tableName = subject.exec(statement)?.[1];
    if (tableName !== undefined) return tableName;
  }
  return undefined;
};

const common: ReadonlySet<string> = new Set(commonTables);

/**
 * The statements of a migration that a shard needs too: those about tables of polls, functions and views. One that
 * drops an index by name must drop one of a table of polls, or use `IF EXISTS`.
 */
export const statementsOfShard = (sql: string): readonly string[] =>
  statementsOf(sql).filter(
    (statement) =>
      !(common.has(tableOf(statement) ?? "") || /^CREATE (?:SCHEMA|EXTENSION)\b/i.test(statement)),
  );
