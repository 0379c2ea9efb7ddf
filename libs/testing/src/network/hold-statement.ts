import type { Fault } from "./fault";

/**
 * Holds one chunk on its way to a database, counted from the start of the first transaction. 1 is
 * BEGIN; the last is COMMIT. Each statement is one chunk, unless several are sent together.
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
