import stories from "./stories.json";

/** A request of a story with its response, as recorded by a test. Ids and times are replaced. */
export interface RecordedStep {
  readonly says: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** The kind of token that is sent; null: none. */
  readonly token: "private" | "public" | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly status: number;
  /** The JSON of the response, or its text. */
  readonly answer?: unknown;
  /** The fields of an answer that later steps use, where the answer is too long to be recorded again. */
  readonly part?: unknown;
}

/** A worked example: requests that a client sends one after the other. */
export interface RecordedStory {
  /** The type of polls that the story is about; null: it is about something else. */
  readonly type: string | null;
  /** The name of its guide, if it is not about a type of polls. */
  readonly guide?: string;
  readonly title: string;
  readonly about: string;
  readonly steps: readonly RecordedStep[];
}

/** All stories. The test of the stories writes `stories.json` and compares it. */
export const recordedStories: readonly RecordedStory[] = stories as readonly RecordedStory[];

interface Example {
  readonly summary: string;
  readonly value: unknown;
}

const MOST_SENT = 12;
const MOST_RECEIVED = 2;

/** Examples from the stories: JSON bodies, forms, or responses with a given status. */
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
