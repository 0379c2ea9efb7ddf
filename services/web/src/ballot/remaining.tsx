import type { Words } from "../words";
import type { Left } from "./limits";

const textOf = ({ left, of, addsUp }: Left, { vote }: Words): string =>
  addsUp ? vote.left(left, of) : vote.leftOptions(left, of);

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
      {left.left === 0 ? words.vote.noneLeft : textOf(left, words)}
    </p>
  );
}
