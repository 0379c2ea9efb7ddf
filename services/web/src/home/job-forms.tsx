import type { CreatePoll } from "@polls/client";
import type { ComponentChildren, ComponentType } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { Check } from "../parts/form/check";
import { ChoiceList } from "../parts/form/choice-list";
import { DatesField } from "../parts/form/dates-field";
import { Field } from "../parts/form/field";
import { keepingFocus } from "../parts/form/keeping-focus";
import { Menu } from "../parts/form/menu";
import { QuestionDraftFields } from "../parts/form/question-draft";
import { onDemand } from "../parts/page/on-demand";
import { Quiet } from "../parts/show/button";
import { electsSeveral } from "../types/counting-methods";
import { methodsFor, type PollDraft } from "../types/poll-drafts";
import type { JobForm, JobName } from "../types/poll-jobs";
import { emptyQuestion, inputKinds, questionKinds } from "../types/questions";
import { boundsOf } from "../types/setting-bounds";
import { type AdminWords, adminWords } from "../words/admin";

interface FormProps {
  readonly name: JobName;
  readonly draft: PollDraft;
  readonly change: (part: Partial<PollDraft>) => void;
  /** What is wrong with the dates of a poll that was asked for. */
  readonly problem: string | undefined;
}

/** How the votes are counted, where methods count them. */
export function Method({ name, draft, change }: Omit<FormProps, "problem">) {
  const { build } = adminWords.words();
  const { method, seats, votes } = draft;
  const methods = methodsFor(name, votes);
  if (methods.length === 0) return null;
  return (
    <>
      <Menu
        label={build.countedBy}
        values={[undefined, ...methods]}
        textOf={(each) => (each === undefined ? build.noMethod : build.methods[each])}
        value={method}
        set={(chosen) => change({ method: chosen })}
      />
      {/* A phone cuts the text of a list. */}
      {method !== undefined && <p class="fine">{build.methods[method]}</p>}
      {method !== undefined && electsSeveral(method) && (
        <Field
          label={build.winners}
          type="number"
          required
          {...boundsOf("seats")}
          step={1}
          value={seats}
          onChange={({ currentTarget }) => {
            if (currentTarget.validity.valid) change({ seats: currentTarget.valueAsNumber });
          }}
        />
      )}
    </>
  );
}

const Texts =
  (legend: "votedOn" | "behindDoors" | "slots") =>
  ({ draft, change, name }: FormProps) => (
    <ChoiceList
      live
      required={name !== "ideas"}
      legend={adminWords.words().build[name === "ideas" ? "firstIdeas" : legend]}
      values={draft.texts}
      maxLength={1_000}
      change={(texts, places) => change({ texts, places })}
      {...(legend === "slots" && {
        numbers: { label: adminWords.words().problems.fields.voter_limit, values: draft.places },
      })}
    />
  );

const Options = Texts("votedOn");
const Slots = Texts("slots");
const DoorTexts = Texts("behindDoors");

const Doors = (props: FormProps) => (
  <>
    <Field
      label={adminWords.words().polls.firstDoor}
      type="date"
      required
      value={props.draft.firstDoor}
      onInput={({ currentTarget }) => props.change({ firstDoor: currentTarget.value })}
    />
    <DoorTexts {...props} />
  </>
);

/** The service creates at most this many options with a poll. */
const OPTIONS_MAX = 200;

export const datesProblem = (
  { length }: NonNullable<CreatePoll["options"]> = [],
  { build }: AdminWords,
): string | undefined =>
  length === 0 ? build.daysMissing : length > OPTIONS_MAX ? build.tooMany(OPTIONS_MAX) : undefined;

const Dates = ({ draft, change, problem }: FormProps) => (
  <>
    <Check
      label={adminWords.words().build.withTimes}
      checked={draft.hasTimes}
      set={(hasTimes) => change({ hasTimes })}
    />
    <DatesField
      dates={draft.dates}
      change={(dates) => change({ dates })}
      form={draft.hasTimes ? "ranges" : "days"}
      timezone={draft.timezone}
      setTimezone={(timezone) => change({ timezone })}
      problem={problem}
    />
  </>
);

const questionsOf =
  (kinds: typeof questionKinds | typeof inputKinds) =>
  ({ draft, change }: FormProps) => {
    const { build, options: texts } = adminWords.words();
    const { questions } = draft;
    const next = useRef(questions.length);
    const keys = useRef(questions.map((_, at) => at));
    const put = (changed: PollDraft["questions"]): void => change({ questions: changed });
    return (
      <>
        {questions.map((question, at) => (
          <QuestionPart key={keys.current[at]} number={at + 1} text={question.text}>
            <QuestionDraftFields
              draft={question}
              change={(part) => put(questions.toSpliced(at, 1, { ...question, ...part }))}
              kinds={kinds}
            />
            <Quiet
              disabled={questions.length === 1}
              onClick={({ currentTarget }) =>
                void keepingFocus(currentTarget, () => {
                  keys.current.splice(at, 1);
                  put(questions.toSpliced(at, 1));
                })
              }
            >
              {texts.remove(question.text || String(at + 1))}
            </Quiet>
          </QuestionPart>
        ))}
        <Quiet
          onClick={() => {
            keys.current.push(next.current++);
            put([...questions, { ...emptyQuestion, kind: kinds[0] ?? "text" }]);
          }}
        >
          {build.things[kinds === questionKinds ? "question" : "column"][2]}
        </Quiet>
        {kinds === questionKinds && <p class="fine">{build.branchesLater}</p>}
      </>
    );
  };

/** A question of a new poll. One without a text is open at first; then only the visitor opens and closes it. */
function QuestionPart({
  number,
  text,
  children,
}: {
  readonly number: number;
  readonly text: string;
  readonly children: ComponentChildren;
}) {
  const isOpen = useMemo(() => text === "", []);
  return (
    <details class="question-form" open={isOpen}>
      <summary>
        {number}. {text}
      </summary>
      {children}
    </details>
  );
}

const PlacesForm = onDemand(() => import("./places-form"), "PlacesForm");

const Places = ({ draft, change }: FormProps) => (
  <PlacesForm places={draft.locations} change={(locations) => change({ locations })} />
);

const Files = () => <p class="fine">{adminWords.words().polls.filesLater}</p>;

/** What each form asks for, beside the title. */
export const fieldsByForm: Readonly<Record<JobForm, ComponentType<FormProps>>> = {
  texts: Options,
  dates: Dates,
  places: Places,
  questions: questionsOf(questionKinds),
  columns: questionsOf(inputKinds),
  slots: Slots,
  doors: Doors,
  files: Files,
};
