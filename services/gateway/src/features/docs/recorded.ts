import stories from "./stories.json";

/** A request of a story with its answer, as a test has sent and received it; ids and times are replaced. */
export interface RecordedStep {
  /** What the caller does, as a sentence. */
  readonly says: string;
  readonly operation: string;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** Which token it carries; null: none. */
  readonly token: "private" | "public" | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** The JSON body. */
  readonly body?: unknown;
  /** The fields of a form. */
  readonly form?: Readonly<Record<string, unknown>>;
  readonly status: number;
  /** The JSON of the answer, or its text. */
  readonly answer?: unknown;
}

/** A worked example: requests that a client sends one after the other. */
export interface RecordedStory {
  /** The type of polls that it shows; null: it is about something else. */
  readonly type: string | null;
  readonly title: string;
  readonly about: string;
  readonly steps: readonly RecordedStep[];
}

/** All stories, from `stories.json`, which the test of the stories writes and compares. */
export const recordedStories: readonly RecordedStory[] = stories as readonly RecordedStory[];

interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** An operation has at most so many examples of what is sent, and of what is received. */
const MOST_SENT = 12;
const MOST_RECEIVED = 2;

/** The examples of one operation: what stories send, as JSON or as a form, or what they get with a status. */
export function examplesOf(
  operation: string,
  what: "sent" | "received",
  pick: (step: RecordedStep) => unknown,
): Readonly<Record<string, Example>> | undefined {
  const most = what === "sent" ? MOST_SENT : MOST_RECEIVED;
  const found = new Map<string, Example>();
  const seen = new Set<string>();
  for (const { title, steps } of recordedStories) {
    for (const step of steps) {
      if (step.operation !== operation) continue;
      const value = pick(step);
      const text = JSON.stringify(value);
      if (value === undefined || seen.has(text) || found.size >= most) continue;
      seen.add(text);
      const name = `${title.replace(/\W+/g, "-").toLowerCase()}-${found.size + 1}`;
      found.set(name, { summary: step.says, value });
    }
  }
  return found.size === 0 ? undefined : Object.fromEntries(found);
}
