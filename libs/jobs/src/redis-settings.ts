/** Redis has settings that lose jobs; operators read this message without a stack. */
export class WrongSetting extends Error {
  constructor(problems: readonly string[]) {
    super(`Redis is set so that it loses jobs: ${problems.join("; ")}`);
    this.name = "WrongSetting";
  }
}

/**
 * The problems of a Redis by its answer to `INFO`, which managed servers allow, unlike `CONFIG`. With
 * another policy acknowledged jobs vanish; without the append-only file all do at a crash
 * (docs/reliability.md#wrong-redis-settings).
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
