/** A resource that a test file opened, and how to close it. */
interface FileResource {
  readonly what: string;
  readonly end: () => Promise<unknown>;
}

// The test environment of the file reads the list under the same key.
const key = Symbol.for("polls.begun");

/**
 * Closes a resource when the test file is over, after all its hooks. The last one is closed first.
 * An error fails the file.
 */
export function atFileEnd(what: string, end: () => Promise<unknown>): void {
  const shard = globalThis as { [key]?: FileResource[] };
  shard[key] ??= [];
  shard[key].push({ what, end });
}
