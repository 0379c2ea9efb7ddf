import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Attempts, type TextOf, useAttempts } from "../feedback/attempt";

interface Read<Value> extends Attempts {
  /** Undefined: it is not read yet. */
  readonly known: Signal<Value | undefined>;
  /** Reads it again. Throws; `load` does not. */
  readonly readAgain: () => Promise<void>;
  readonly load: () => Promise<void>;
}

/** What a part of a page reads when it is first shown. */
export function useRead<Value>(textOf: TextOf, read: () => Promise<Value>): Read<Value> {
  const known = useSignal<Value | undefined>(undefined);
  const attempts = useAttempts(textOf);
  async function readAgain(): Promise<void> {
    known.value = await read();
  }
  const load = () => attempts.attempt(readAgain);
  useEffect(() => void load(), []);
  return { ...attempts, known, readAgain, load };
}
