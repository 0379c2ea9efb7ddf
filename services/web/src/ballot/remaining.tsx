import type { Words } from "../words";
import type { Left } from "./limits";

/** What limits leave, beside the options. */
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
      {left.addsUp
        ? words.vote.left(left.left, left.of)
        : words.vote.leftOptions(left.left, left.of)}
    </p>
  );
}
