import type { OptionListItem } from "@polls/client";
import { useCallback, useEffect } from "preact/hooks";
import type { Ballot } from "../ballot/marks";
import { Retry } from "../parts/feedback/retry";
import { onDemand } from "../parts/page/on-demand";
import { Quiet } from "../parts/show/button";
import { nameOf } from "../parts/show/option-name";
import { useEntrance } from "../poll/entrance";
import { FormerVotes } from "../poll/former-votes";
import type { Visit } from "../session/visit";
import { pairwiseWords } from "../words/pairwise";
import { usePairs } from "./use-pairs";

const Thanks = onDemand(
  () => import("../thanks/thanks").then(({ Thanks }) => Thanks),
  "fine loading",
);

/** Judges two options at a time. */
export function Pairwise({ visit }: { readonly visit: Visit }) {
  const { words } = visit;
  const { forms, notices, open, waits, options, problem, ballot } = useEntrance(visit);
  return (
    <>
      {forms}
      {options === undefined && <p class="notice">{problem ?? words.poll.hidden}</p>}
      {open && !waits && <Pairs visit={visit} ballot={ballot} />}
      {notices(ballot)}
    </>
  );
}

function Pairs({ visit, ballot }: { readonly visit: Visit; readonly ballot: Ballot }) {
  const { data, words } = visit;
  const texts = pairwiseWords.words();
  const { pair, won, judged, all, given, former, busy, problem, isMoved, ...acts } = usePairs(
    visit,
    ballot,
  );
  const { attempt, load, judge, takeBack, takeFormerBack } = acts;
  /** The thank-you page is loaded when it is first shown. */
  const heading = useCallback((element: HTMLHeadingElement | null) => {
    if (isMoved.current) element?.focus();
  }, []);
  useEffect(() => {
    const press = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): void => {
      const side = ["ArrowLeft", "ArrowRight"].indexOf(key);
      const isElsewhere = target instanceof Element && target.closest("input, select, textarea");
      if (side < 0 || altKey || ctrlKey || metaKey || isElsewhere) return;
      if (typeof pair.value === "object") void judge(pair.value[side]);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  const shown = pair.value;
  /** Unseen until there is something to take back. */
  const undo = !visit.finalVotes && (
    <Quiet disabled={given.value.length === 0} onClick={() => void takeBack()}>
      {texts.takeBack}
    </Quiet>
  );
  return (
    <>
      <p class="fine">{words.pairwise.rule}</p>
      <p class="progress">
        <progress
          value={judged.value}
          max={Math.max(1, all)}
          aria-label={texts.judged(judged.value, all)}
        />
        <span aria-hidden="true">{texts.judged(judged.value, all)}</span>
      </p>
      {shown === undefined && busy.value && <p class="fine loading">{words.poll.loading}</p>}
      {shown === "none" && (
        <Thanks
          visit={visit}
          ballot={ballot}
          heading={heading}
          kept={data.poll.settings.allow_new_options ? `${texts.none} ${texts.later}` : texts.none}
          again={texts.again}
          onAgain={() => void attempt(load)}
        />
      )}
      {shown === undefined && !busy.value && problem.value === undefined && (
        <p class="ways">
          <Quiet onClick={() => void attempt(load)}>{texts.again}</Quiet>
        </p>
      )}
      {typeof shown === "object" && (
        <div class="comparison">
          <p class="unseen" role="status">
            {texts.pair(nameOf(shown[0], visit), nameOf(shown[1], visit))}
          </p>
          {/* The arrow keys follow the screen. */}
          <div class="pair" dir="ltr">
            {shown.map((option, at) => (
              <Side
                // The focus stays on the same side for the next pair.
                key={at === 0 ? "left" : "right"}
                option={option}
                visit={visit}
                busy={busy.value}
                won={won.value === option.id}
                onChoose={() => void judge(option)}
              />
            ))}
          </div>
          <p class="fine keys">{texts.keys}</p>
          <div class="ways">
            <Quiet aria-disabled={busy.value} onClick={() => void judge(undefined)}>
              {texts.neither}
            </Quiet>
            {undo}
          </div>
        </div>
      )}
      {typeof shown !== "object" && given.value.length > 0 && <p class="ways">{undo}</p>}
      <FormerVotes
        heading={texts.former}
        votes={former.value.map((choice) => ({
          key: choice.id,
          name: nameOf(choice.option, visit),
          takeBack: visit.finalVotes ? undefined : () => void takeFormerBack(choice),
        }))}
        words={words}
      />
      <Retry
        problem={problem.value}
        retry={typeof shown !== "object" ? () => attempt(load) : undefined}
        words={words}
      />
    </>
  );
}

/** One of the two, as a button. */
function Side({
  option,
  visit,
  busy,
  won,
  onChoose,
}: {
  readonly option: OptionListItem;
  readonly visit: Visit;
  readonly busy: boolean;
  readonly won: boolean;
  readonly onChoose: () => void;
}) {
  const picture =
    option.attachment?.attachment_url_medium ?? option.attachment?.attachment_url_thumb;
  return (
    <button
      type="button"
      class={won ? "quiet side won" : "quiet side"}
      dir="auto"
      aria-disabled={busy}
      onClick={onChoose}
    >
      <span key={option.id}>
        {picture !== undefined && <img src={picture} alt="" decoding="async" />}
        <span>{nameOf(option, visit)}</span>
        {option.subtitle !== undefined && <small>{option.subtitle}</small>}
      </span>
    </button>
  );
}
