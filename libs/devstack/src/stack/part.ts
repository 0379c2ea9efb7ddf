import type { Env } from "@polls/config";
import type { Settings } from "../settings";

/** Something that the services need and that this machine may not have. */
export interface Part {
  readonly name: string;
  /** The variable that makes it unnecessary when it is set; a part without one is always started. */
  readonly unless?: string;
  readonly start: (surroundings: Surroundings) => Promise<StartedPart>;
}

interface Surroundings {
  readonly settings: Settings;
  /** The environment as given, with what the parts before add to it. */
  readonly env: Env;
}

interface StartedPart {
  /** What the services are told about it. */
  readonly env?: Readonly<Record<string, string>>;
  /** One sentence for whoever starts the stack. */
  readonly says?: string;
  /** Resolves when it has ended, with the reason in words. */
  readonly ended?: Promise<string>;
  readonly stop?: () => Promise<unknown>;
}
