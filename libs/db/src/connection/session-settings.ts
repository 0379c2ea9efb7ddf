import type { Queryable } from "../sql/queryable";
import { query } from "../sql/statement";

/** Settings of PostgreSQL by name. */
export type ServerSettings = Readonly<Record<string, string | number>>;

/** Settings that a pooler keeps per client, so that the driver reads values as from a server with defaults. */
export const clientSettings: ServerSettings = {
  client_encoding: "UTF8",
  DateStyle: "ISO, MDY",
  standard_conforming_strings: "on",
  TimeZone: "UTC",
};

/** Settings that statements and the driver depend on. The server, the database or the role may have others. */
export const sessionSettings: ServerSettings = {
  ...clientSettings,
  bytea_output: "hex",
  default_transaction_isolation: "read committed",
  extra_float_digits: 1,
  IntervalStyle: "postgres",
  search_path: "public",
};

/** Settings as the parameter `options` of a new connection. */
export const startupOptions = (settings: ServerSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(/[\\ ]/g, "\\$&")}`)
    .join(" ");

/** A setting of a session that the service cannot work with. */
export interface UnsuitableSetting {
  readonly name: string;
  readonly value: string;
  readonly wanted: string;
}

const settingsSql = query<{ name: string; value: string }>(
  "session-settings",
  "SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name",
);

/** Values that mean the same as the wanted ones. */
const suits: Readonly<Record<string, (value: string) => boolean>> = {
  // The order of day and month matters only for dates in other formats.
  DateStyle: (value) => /^ISO\b/i.test(value),
  // Any zone is correct, because times are sent with their offset.
  TimeZone: () => true,
  search_path: (value) => /(^|[ ,"])public\b/.test(value),
};

/** The settings of a session that differ from `sessionSettings` in meaning, as only a pooler causes. */
export async function unsuitableSettings(
  queryable: Queryable,
): Promise<readonly UnsuitableSetting[]> {
  const { rows } = await queryable.run(settingsSql(Object.keys(sessionSettings)));
  return rows.flatMap(({ name, value }) => {
    const wanted = String(sessionSettings[name]);
    const suitable = suits[name]?.(value) ?? value.toLowerCase() === wanted.toLowerCase();
    return suitable ? [] : [{ name, value, wanted }];
  });
}
