import type { Env } from "@polls/config";
import type { StackSettings } from "../settings";
import type { StackPart } from "./part";
import { timed } from "./timed";

export interface PartsOptions {
  readonly settings: StackSettings;
  readonly env: Env;
  readonly say: (line: string) => void;
  /** Receives the stop function of each started part, in start order. */
  readonly onStarted: (name: string, stop: () => Promise<unknown>) => void;
  /** Called when a part ends unexpectedly. */
  readonly onEnded: (name: string, reason: string) => void;
}

/** Starts parts in order. Returns the services' environment, where settings take precedence. */
export async function startParts(parts: readonly StackPart[], options: PartsOptions): Promise<Env> {
  let env = options.env;
  for (const part of parts) {
    if (part.unless?.some((name) => env[name]?.trim())) continue;
    const context = { settings: options.settings, env };
    const started = await timed(`Starting: ${part.name}`, options.say, () => part.start(context));
    if (started.stop !== undefined) options.onStarted(part.name, started.stop);
    void started.ended?.then((reason) => options.onEnded(part.name, reason));
    if (started.says !== undefined) options.say(started.says);
    env = { ...env, ...started.env };
  }
  return env;
}
