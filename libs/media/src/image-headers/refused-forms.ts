import type { Advice } from "../advice";
import { Unsupported } from "../codecs";

/** Forms of a format that no decoder of the service shows, and what to do with such a file. */
export interface RefusedForms<Facts> {
  readonly forms: readonly RefusedForm<Facts>[];
  readonly advice: Advice;
}

interface RefusedForm<Facts> {
  /** The name in errors. A text in braces is replaced by the value of the file. */
  readonly name: string;
  readonly matches: (facts: Facts) => boolean;
  /** The values of the name, by the text in braces. */
  readonly values?: (facts: Facts) => Readonly<Record<string, string | number>>;
}

/** Throws `Unsupported` for the first form that matches. */
export function refuseForms<Facts>({ forms, advice }: RefusedForms<Facts>, facts: Facts): void {
  const found = forms.find(({ matches }) => matches(facts));
  if (found === undefined) return;
  const values = found.values?.(facts) ?? {};
  const name = found.name.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ""));
  throw new Unsupported(name, advice);
}
