/** Redis would lose jobs as it is set; told to operators in these words and without a stack. */
export class WrongSetting extends Error {
  constructor(problems: readonly string[]) {
    super(`Redis is set so that it loses jobs: ${problems.join("; ")}`);
    this.name = "WrongSetting";
  }
}

/**
 * What is wrong with a Redis, by its answer to `INFO` (which managed servers allow, where
 * `CONFIG` is refused). Measured in reliability e3: with another policy jobs vanish after they
 * were acknowledged, without the append-only file all of them do at a crash.
 */
export function redisProblems(info: string): readonly string[] {
  const value = (name: string) => new RegExp(`^${name}:(.*?)\\s*$`, "m").exec(info)?.[1];
  const problems: string[] = [];
  const policy = value("maxmemory_policy");
  if (policy !== undefined && policy !== "noeviction")
    problems.push(`maxmemory-policy is ${policy} and must be noeviction`);
  if (value("aof_enabled") === "0") problems.push("appendonly is off and must be on");
  return problems;
}
