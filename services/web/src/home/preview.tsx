import type { CreatePoll, Poll } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { VoteValue } from "../ballot/controls";
import { templates } from "../types/poll-templates";
import { voteTypes } from "../types/vote-types";
import { pageWords, type Words } from "../words";

/** What participants are going to see of a poll that is not created yet. */
export function Preview({
  type,
  draft,
  title,
}: {
  readonly type: Poll["type"];
  readonly draft: CreatePoll;
  readonly title: string;
}) {
  const words = pageWords.words();
  const Content = contentOf(type);
  const names = (draft.options ?? []).map(({ content }) => content ?? "");
  return (
    <section aria-labelledby="preview-title" class="preview">
      <h2 id="preview-title">{title}</h2>
      <div class="card">
        <p class="lead">
          <strong>{draft.poll.title === "" ? "…" : draft.poll.title}</strong>
        </p>
        <Content names={names} draft={draft} words={words} />
      </div>
    </section>
  );
}

interface ContentProps {
  readonly names: readonly string[];
  readonly draft: CreatePoll;
  readonly words: Words;
}

function contentOf(type: Poll["type"]) {
  const { lines, votes } = templates[type];
  if (lines === "questions") return Step;
  if (lines === "columns") return Columns;
  if (lines === "doors") return Doors;
  return votes.length === 0 ? Pair : Options;
}

/** More are not needed to see what the list looks like. */
const OPTIONS_MAX = 5;

function Options({ names, draft, words }: ContentProps) {
  const values = useSignal<Readonly<Record<number, VoteValue | undefined>>>({});
  const voteType = draft.settings?.vote_type;
  const Control = voteType ? voteTypes[voteType].control : undefined;
  const shown = names.length === 0 ? ["…"] : names.slice(0, OPTIONS_MAX);
  return (
    <>
      <ul class="options">
        {shown.map((name, at) => (
          <li key={at} class="option">
            <strong>{name}</strong>
            <div class="vote">
              {Control !== undefined && (
                <Control
                  value={values.value[at]}
                  set={(value) => {
                    values.value = { ...values.value, [at]: value };
                  }}
                  name={`preview-${at}`}
                  label={name}
                  disabled={false}
                  bounds={{}}
                  left={undefined}
                  options={names.length}
                  words={words}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {names.length > OPTIONS_MAX && <p class="fine">…</p>}
    </>
  );
}

function Step({ names: [question = "…", ...others], words }: ContentProps) {
  return (
    <>
      <p class="fine">{words.survey.step(1, others.length + 1)}</p>
      <label class="entry">
        {question}
        <input type="text" autocomplete="off" />
      </label>
    </>
  );
}

function Columns({ names, words }: ContentProps) {
  return (
    <div class="wide">
      <table>
        <thead>
          <tr>
            {[words.table.name, ...names].map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
      </table>
    </div>
  );
}

const Pair = ({ names: [left = "…", right = "…"], words }: ContentProps) => (
  <>
    <p>{words.pairwise.rule}</p>
    <div class="pair">
      {[left, right].map((name, at) => (
        <button key={at === 0 ? "left" : "right"} type="button" class="quiet side">
          {name}
        </button>
      ))}
    </div>
  </>
);

const Doors = ({ names, words }: ContentProps) => (
  <ul class="options">
    {names.map((name, at) => (
      <li key={at} class="option">
        <strong>
          {words.calendar.door} {at + 1}
        </strong>
        : {name}
      </li>
    ))}
  </ul>
);
