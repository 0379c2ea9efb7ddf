/** `up` is data from the client to the server, `down` from the server to the client. */
export type Direction = "up" | "down";

export type Fault =
  | { readonly mode: "pass" }
  /** New connections are refused. Open ones continue. */
  | { readonly mode: "refuse" }
  /** Open and new connections are reset. */
  | { readonly mode: "reset" }
  /** Data is dropped in one direction or both. Connections stay open. */
  | { readonly mode: "blackhole"; readonly direction?: Direction }
  /** Open connections transmit nothing in either direction. New connections pass. */
  | { readonly mode: "halfOpen" }
  /** All data arrives with a delay. */
  | { readonly mode: "latency"; readonly delayMs: number; readonly jitterMs?: number }
  /** Resets each connection after so many bytes in a direction since the fault began. */
  | { readonly mode: "cutAfter"; readonly bytes: number; readonly direction: Direction }
  /**
   * Holds a chunk of a client for which `held` is true, and what follows. The next fault forwards
   * them, even if the client has closed the connection.
   */
  | { readonly mode: "hold"; readonly held: (piece: Buffer) => boolean }
  /** Drops a chunk of the server for which `lost` returns true, and resets the connection. */
  | { readonly mode: "loseAnswers"; readonly lost: (answer: Buffer) => boolean };

/**
 * Holds one chunk on its way to a database, counted from the start of the first transaction: 1 is
 * BEGIN, the last COMMIT, and each statement one, unless several are sent together.
 */
export function holdStatement(number: number): Fault {
  let left = number;
  let begun = false;
  const held = (piece: Buffer) => {
    // A prepared BEGIN is sent by its name.
    begun ||= /begin/i.test(piece.toString("latin1"));
    return begun && --left === 0;
  };
  return { mode: "hold", held };
}
