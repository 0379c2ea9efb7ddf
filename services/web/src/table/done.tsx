import type { OptionListItem } from "@polls/client";
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Ballot } from "../ballot/ballot";
import { Finish, useThanks } from "../poll/finish";
import type { Visit } from "../session/visit";
import { Thanks } from "../thanks/thanks";

/** The bar below the own rows, and the page that follows them. */
export function Done({
  ballots: [first, ...others],
  columns,
  visit,
  notices,
  isDone,
}: {
  readonly ballots: readonly [Ballot, ...Ballot[]];
  readonly columns: readonly OptionListItem[];
  readonly visit: Visit;
  readonly notices: ComponentChildren;
  /** Whether the page after the rows is shown in place of them. */
  readonly isDone: Signal<boolean>;
}) {
  const { words } = visit;
  const thanks = useThanks();
  const ballot = others.length === 0 ? first : together([first, ...others]);
  const of = columns.length * (others.length + 1);
  const answered = [...ballot.marks.value.values()].filter(
    ({ value, former }) => value !== undefined && former === undefined,
  ).length;
  const isShown = thanks.shown.value && answered > 0;
  useLayoutEffect(() => {
    isDone.value = isShown;
  }, [isShown]);
  return isShown ? (
    <Thanks
      visit={visit}
      ballot={ballot}
      heading={thanks.heading}
      notices={notices}
      kept={words.survey.kept}
      again={words.survey.change}
      onAgain={() => thanks.go("votes")}
    />
  ) : (
    <Finish
      ballot={ballot}
      progress={{ answered, of }}
      text={words.table.filled(answered, of)}
      missing={0}
      missingText={words.thanks.cast}
      words={words}
      nameOf={(id) => columns.find((column) => column.id === id)?.content}
      onFinish={() => thanks.go("thanks")}
    />
  );
}

/** The cells of several rows. No change is taken back: its column has a cell in each row. */
const together = (ballots: readonly [Ballot, ...Ballot[]]): Ballot => ({
  ...ballots[0],
  marks: {
    ...ballots[0].marks,
    get value() {
      return new Map(
        ballots.flatMap(({ marks }, row) =>
          [...marks.value].map(([key, mark]) => [`${row} ${key}`, mark] as const),
        ),
      );
    },
  },
  settled: async () => void (await Promise.all(ballots.map(({ settled }) => settled()))),
});
