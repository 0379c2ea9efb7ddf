/** `up` is what the client says to the server, `down` is the answer. */
export type Direction = "up" | "down";

/** What happens to the connections through a proxy. */
export type Fault =
  /** Nothing. */
  | { readonly mode: "pass" }
  /** New connections are refused; open ones stay. */
  | { readonly mode: "refuse" }
  /** Every connection ends with a reset, open ones and new ones. */
  | { readonly mode: "reset" }
  /** What is said arrives nowhere, in one direction or both; connections stay open. */
  | { readonly mode: "blackhole"; readonly direction?: Direction }
  /** Everything arrives, later. */
  | { readonly mode: "latency"; readonly delayMs: number; readonly jitterMs?: number }
  /** Each connection is reset once so many bytes have passed in a direction since the fault began. */
  | { readonly mode: "cutAfter"; readonly bytes: number; readonly direction: Direction }
  /** What arrives at once from the server and `lost` says yes to arrives nowhere, and its connection is reset. */
  | { readonly mode: "loseAnswers"; readonly lost: (answer: Buffer) => boolean };
