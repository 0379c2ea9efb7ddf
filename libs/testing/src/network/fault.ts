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
  /** The connections that are open say nothing any more, in both directions; new ones pass. */
  | { readonly mode: "halfOpen" }
  /** Everything arrives, later. */
  | { readonly mode: "latency"; readonly delayMs: number; readonly jitterMs?: number }
  /** Each connection is reset once so many bytes have passed in a direction since the fault began. */
  | { readonly mode: "cutAfter"; readonly bytes: number; readonly direction: Direction }
  /**
   * A piece that a client sends and `held` says yes to waits, with all that its connection sends after it.
   * The next fault lets them pass, also where the client has closed the connection.
   */
  | { readonly mode: "hold"; readonly held: (piece: Buffer) => boolean }
  /** What arrives at once from the server and `lost` says yes to arrives nowhere, and its connection is reset. */
  | { readonly mode: "loseAnswers"; readonly lost: (answer: Buffer) => boolean };
