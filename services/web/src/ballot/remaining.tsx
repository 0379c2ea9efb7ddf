import type { Words } from "../words";
import type { Left } from "./limits";

function textOf({ left, of, addsUp }: Left, { vote }: Words): string {
  if (left === 0) return of === 1 && !addsUp ? vote.movable : vote.noneLeft;
  return addsUp ? vote.left(left, of) : vote.leftOptions(left, of);
}

/** The remaining votes, shown beside the options. */
export function Remaining({
  left,
  words,
}: {
  readonly left: Left | undefined;
  readonly words: Words;
}) {
  if (left === undefined) return null;
  return (
    <p class="left" role="status">
      {textOf(left, words)}
    </p>
  );
}
