import type { Fault } from "./fault";

/** Holds the nth chunk of a transaction: 1 is BEGIN, the last COMMIT, each statement one. */
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
