/** A thing that a test file began, and its end. */
interface FileResource {
  readonly what: string;
  readonly end: () => Promise<unknown>;
}

// The environment of the test file reads it under the same name.
const key = Symbol.for("polls.begun");

/**
 * Has something ended when the test file is over: after all its hooks, last begun first. A failure
 * to end fails the file.
 */
export function atFileEnd(what: string, end: () => Promise<unknown>): void {
  const shelf = globalThis as { [key]?: FileResource[] };
  shelf[key] ??= [];
  shelf[key].push({ what, end });
}
