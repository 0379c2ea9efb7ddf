/** What runs for the whole run of tests. */
export interface TestServers {
  /** Address of the database `postgres`, from which others are made. */
  readonly adminUrl: string;
}

/** The migrated database that test databases are clones of. */
export const templateName = "polls_template";

let asked: Promise<TestServers> | undefined;

/** The servers of this run, started by the first caller. Throws outside of `npm test` and `npx jest`. */
export function testServers(): Promise<TestServers> {
  asked ??= ask();
  return asked;
}

async function ask(): Promise<TestServers> {
  const url = process.env.TEST_SERVERS_URL;
  if (url === undefined) throw new Error("test servers are there while jest runs only");
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`the test servers did not start: ${text}`);
  return JSON.parse(text) as TestServers;
}
