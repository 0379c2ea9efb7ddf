import type { Fault } from "./fault";

/**
 * Holds one piece on its way to a database, counted from the begin of the first transaction: 1 is the begin,
 * and at the end of the count comes the commit. Pieces of a connection are its statements, one each unless
 * statements leave together.
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
