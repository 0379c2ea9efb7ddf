import type { z } from "zod";
import { withFirstBaseUrl } from "./base-url";
import { productionProblems } from "./production";

/** A process environment, or a literal in a test. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Thrown for an invalid environment. The message lists every variable and no values. */
export class InvalidEnvironment extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The environment is invalid:\n${problems.map((line) => `  ${line}`).join("\n")}`);
    this.name = "InvalidEnvironment";
    this.problems = problems;
  }
}

/**
 * Parses the variables of a schema. An empty variable counts as missing. Throws
 * `InvalidEnvironment` with all problems at once, without values, because a secret may be in the
 * wrong variable. In production, defaults and published secrets are also problems.
 */
export function parseEnv<Schema extends z.ZodType>(schema: Schema, env: Env): z.output<Schema> {
  const present = withFirstBaseUrl(
    Object.fromEntries(
      Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""),
    ),
  );
  const result = schema.safeParse(present);
  const unsafe = productionProblems(present);
  if (result.success && unsafe.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  throw new InvalidEnvironment([...issues.map((issue) => describe(issue, present)), ...unsafe]);
}

function describe(issue: z.core.$ZodIssue, present: Readonly<Record<string, unknown>>): string {
  const name = issue.path.map(String).join(".");
  if (name === "") return describeWhole(issue);
  if (present[name] === undefined) return `${name} is missing`;
  return `${name} ${expectation(issue)}`;
}

const describeWhole = (issue: z.core.$ZodIssue): string =>
  issue.code === "custom" ? issue.message : "the environment has an unexpected shape";

/** The expected form of a variable. zod's own messages are not used, because they may quote the value. */
function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    // The messages of our own schemas.
    case "custom":
    case "invalid_format":
      return issue.message;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return issue.origin === "string"
        ? `must have at least ${issue.minimum} characters`
        : `must be at least ${issue.minimum}`;
    case "too_big":
      return issue.origin === "string"
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`;
    case "invalid_type":
      return issue.expected === "int" ? "must be a whole number" : `must be a ${issue.expected}`;
    default:
      return "is not in the expected form";
  }
}
