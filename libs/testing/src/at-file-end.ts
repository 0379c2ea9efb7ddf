interface FileResource {
  readonly what: string;
  readonly end: () => Promise<unknown>;
}

// The test environment of the file reads the list under the same key.
const key = Symbol.for("polls.begun");

/** Closes a resource after all hooks of the file, the last one first. Errors fail the file. */
export function atFileEnd(what: string, end: () => Promise<unknown>): void {
  const shard = globalThis as { [key]?: FileResource[] };
  shard[key] ??= [];
  shard[key].push({ what, end });
}
