import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Attempts } from "../feedback/attempt";
import { useDeskAttempts } from "../feedback/problem-text";

interface Read<Value> extends Attempts {
  /** Undefined: it is not read yet. */
  readonly known: Signal<Value | undefined>;
  /** Reads it again. Throws; `load` does not. */
  readonly readAgain: () => Promise<void>;
  readonly load: () => Promise<void>;
}

/** What a part of an account page reads when it is first shown. */
export function useRead<Value>(read: () => Promise<Value>): Read<Value> {
  const known = useSignal<Value | undefined>(undefined);
  const attempts = useDeskAttempts();
  async function readAgain(): Promise<void> {
    known.value = await read();
  }
  const load = () => attempts.attempt(readAgain);
  useEffect(() => void load(), []);
  return { ...attempts, known, readAgain, load };
}
