import { type Diagnostic, failed, ok, warning } from "./diagnostics";

/** What was seen when a file was written, read again and removed. */
interface StorageTrial {
  /** Whether what was read is what was written. */
  readonly intact: boolean;
  /** Undefined where the storage has no known size. */
  readonly freeBytes: number | undefined;
  /** Below this, uploads are refused. */
  readonly minFreeBytes: number;
}

const GB = 1_000_000_000;
const gigabytes = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;

/** The diagnostic of a storage, which `trial` writes to and reads from. */
export const storageDiagnostic = (
  trial: (signal: AbortSignal) => Promise<StorageTrial>,
): Diagnostic => ({
  name: "storage",
  remedy: "look at the disk and its rights, or at the bucket and its key",
  async run(signal) {
    const { intact, freeBytes, minFreeBytes } = await trial(signal);
    if (!intact) {
      return failed("a file that was written reads differently", "look at the disk or the bucket");
    }
    const works = "a file is written, read and removed";
    if (freeBytes === undefined) return ok(works);
    const free = `${works}; ${gigabytes(freeBytes)} are free`;
    if (freeBytes >= 2 * minFreeBytes) return ok(free);
    return warning(
      `${free}, and uploads are refused below ${gigabytes(minFreeBytes)}`,
      "make room, or add disk",
    );
  },
});
