import { voteTypes } from "@polls/domain/vote-types";
import { isOpinion } from "./vote-traits";
import { readingOf } from "./vote-values";

type VoteClass = NonNullable<Parameters<typeof readingOf>[0]["vote_type"]>;

test.each(voteTypes.names as readonly VoteClass[])(
  "the values of %s have the tones of opinions if its votes are opinions",
  (name) => {
    const { toneOf = () => "scale" } = readingOf({ vote_type: name });
    expect(toneOf(1) !== "scale").toBe(isOpinion(name));
  },
);
