import { useSignal } from "@preact/signals";

/** The value that is being saved, else the stored value, so that a refused choice is reverted. */
export function usePending<Value>({
  value,
  save,
}: {
  readonly value: Value;
  /** Resolves when the change has succeeded or failed. */
  readonly save: (value: Value) => Promise<void>;
}) {
  const pending = useSignal<{ readonly value: Value } | undefined>(undefined);
  const change = (wanted: Value): void => {
    const mine = { value: wanted };
    pending.value = mine;
    void save(wanted).then(() => {
      if (pending.value === mine) pending.value = undefined;
    });
  };
  return [pending.value === undefined ? value : pending.value.value, change] as const;
}
