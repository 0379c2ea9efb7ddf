export interface TestServers {
  /** The address of the database `postgres`, from which other databases are created. */
  readonly adminUrl: string;
  /** For a database of Citus: the same addresses of its workers, and the shard of tests. */
  readonly citus?: CitusServers;
}

export interface CitusServers {
  readonly workerUrls: readonly string[];
  readonly shard: string;
}

/** The migrated database from which test databases are cloned. */
export const templateName = "polls_template";

let asked: Promise<TestServers> | undefined;

/** The servers of this run, started by the first call. Only in `npm test` and `npx jest`. */
export function testServers(): Promise<TestServers> {
  asked ??= ask("/").then((text) => JSON.parse(text) as TestServers);
  return asked;
}

/** The directory with the built pages. The first call of a run builds them. */
export const builtPages = (): Promise<string> => ask("/pages");

async function ask(what: string): Promise<string> {
  const url = process.env.TEST_SERVERS_URL;
  if (url === undefined) throw new Error("test servers are there while jest runs only");
  const response = await fetch(new URL(what, url));
  const text = await response.text();
  if (!response.ok) throw new Error(`${what} of the test servers did not start: ${text}`);
  return text;
}
