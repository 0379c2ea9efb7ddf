/** What a child process may use. The system enforces all but the wall clock, which we do. */
export interface Limits {
  readonly wallMs: number;
  readonly cpuSeconds: number;
  /** Memory it can write to, in bytes; address space that is only reserved does not count. */
  readonly memoryBytes: number;
  /** The largest file it may write. */
  readonly fileBytes: number;
}

/** The limits that the system enforces. */
export type SystemLimits = Omit<Limits, "wallMs">;
