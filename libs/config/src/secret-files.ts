import { readFileSync } from "node:fs";
import { secretVariables } from "./known-variables";
import { type Env, InvalidEnvironment } from "./parse-env";

const isSet = (text: string | undefined): text is string => (text ?? "").trim() !== "";

/**
 * Sets secrets from files, without trailing line breaks: `APP_SECRET_FILE=/run/secrets/app_secret`
 * sets `APP_SECRET`. Throws `InvalidEnvironment`.
 */
export function withSecretFiles(env: Env): Env {
  const problems: string[] = [];
  const read: Record<string, string> = {};
  for (const name of secretVariables) {
    const file = env[`${name}_FILE`]?.trim();
    if (!isSet(file)) continue;
    if (isSet(env[name])) {
      problems.push(`${name} and ${name}_FILE are both set: keep one`);
      continue;
    }
    try {
      const text = readFileSync(file, "utf8").replace(/[\r\n]+$/, "");
      if (isSet(text)) read[name] = text;
      else problems.push(`${name}_FILE is the path of an empty file`);
    } catch {
      problems.push(`${name}_FILE is the path of a file that cannot be read`);
    }
  }
  if (problems.length > 0) throw new InvalidEnvironment(problems);
  return { ...env, ...read };
}
