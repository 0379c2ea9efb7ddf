/**
 * Splits the URL of a database. `schema` is a parameter of Prisma for the shard; PostgreSQL refuses it, so `serverUrl`
 * has none.
 */
export function splitSchema(databaseUrl: string): {
  readonly serverUrl: string;
  readonly schema: string | undefined;
} {
  const address = new URL(databaseUrl);
  const schema = address.searchParams.get("schema") ?? undefined;
  address.searchParams.delete("schema");
  return { serverUrl: address.toString(), schema };
}
