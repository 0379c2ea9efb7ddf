import { readFileSync } from "node:fs";

/** DATABASE_URL, or the content of the file that DATABASE_URL_FILE names. Throws without both. */
export function givenDatabaseUrl() {
  const { DATABASE_URL_FILE: file } = process.env;
  const url = (process.env.DATABASE_URL || (file && readFileSync(file, "utf8")))?.trim();
  if (!url) throw new Error("DATABASE_URL is missing");
  return url;
}
