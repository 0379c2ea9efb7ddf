import type { Env } from "@polls/config";
import type { StackSettings } from "../settings";

/** A server or setting that the services need and that this machine may lack. */
export interface StackPart {
  readonly name: string;
  /** The part is omitted if one of these variables is set. Without them it always starts. */
  readonly unless?: readonly string[];
  readonly start: (context: PartContext) => Promise<StartedPart>;
}

interface PartContext {
  readonly settings: StackSettings;
  /** The given environment and the variables of earlier parts. */
  readonly env: Env;
}

interface StartedPart {
  readonly env?: Readonly<Record<string, string>>;
  /** One sentence for the user who starts the stack. */
  readonly says?: string;
  /** Resolves with the reason when the part has ended. */
  readonly ended?: Promise<string>;
  readonly stop?: () => Promise<unknown>;
}
