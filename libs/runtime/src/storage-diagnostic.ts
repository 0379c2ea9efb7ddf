import { type Diagnostic, failed, ok, warning } from "./diagnostics";

interface StorageTrial {
  /** Whether the read equals the written content. Undefined if the storage is full. */
  readonly intact: boolean | undefined;
  /** Undefined if the size of the storage is unknown. */
  readonly freeBytes: number | undefined;
  /** With less free space, uploads are refused. */
  readonly minFreeBytes: number;
}

const GB = 1_000_000_000;
const gigabytes = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;

/** The diagnostic of a storage. `trial` writes and reads a test file. */
export const storageDiagnostic = (
  trial: (signal: AbortSignal) => Promise<StorageTrial>,
): Diagnostic => ({
  name: "storage",
  remedy: "look at the disk and its rights, or at the bucket and its key",
  async run(signal) {
    const { intact, freeBytes, minFreeBytes } = await trial(signal);
    if (freeBytes !== undefined && freeBytes < minFreeBytes) {
      return failed(
        `${gigabytes(freeBytes)} are free, and uploads are refused below ${gigabytes(minFreeBytes)}`,
        "make room, add disk, or lower STORAGE_MIN_FREE_MB",
      );
    }
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
