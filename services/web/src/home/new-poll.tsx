import type { CreatePoll, Poll } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { linesIn } from "../parts/lines";
import { Problem, problemText } from "../parts/problem";
import { adminPath } from "../poll/addresses";
import type { Desk } from "../session/desk";
import { settingsOfVotes, templates } from "../types/poll-templates";
import { Preview } from "./preview";

type Type = Poll["type"];

/** A new poll from a template for its type. */
export function NewPoll({
  desk,
  owner,
}: {
  readonly desk: Desk;
  /** The organization that the poll will belong to; undefined: the account. */
  readonly owner: string | undefined;
}) {
  const { words } = desk;
  const type = useSignal<Type | undefined>(undefined);
  const section = useRef<HTMLElement>(null);
  // When the browser looked for the fragment, the section was not there.
  useEffect(() => {
    if (location.hash === "#new") section.current?.scrollIntoView();
  }, []);
  return (
    <section ref={section} id="new" aria-labelledby="new-title">
      <h2 id="new-title">{words.polls.newTitle}</h2>
      {owner !== undefined && <p>{words.polls.newIn(owner)}</p>}
      <fieldset>
        <legend>{words.polls.chooseType}</legend>
        <div class="tiles">
          {(Object.keys(words.types) as Type[]).map((each) => {
            const [title, text] = words.types[each];
            return (
              <label key={each} class="tile choose">
                <input
                  type="radio"
                  name="type"
                  checked={type.value === each}
                  onChange={() => {
                    type.value = each;
                  }}
                />
                <span>
                  <strong>{title}</strong>
                  <span class="fine">{text}</span>
                </span>
              </label>
            );
          })}
        </div>
      </fieldset>
      {type.value !== undefined && <Questions key={type.value} type={type.value} desk={desk} />}
    </section>
  );
}

/** The fields of a type's template. */
function Questions({ type, desk }: { readonly type: Type; readonly desk: Desk }) {
  const { words, client } = desk;
  const { polls: texts, voteTypes } = words;
  const template = templates[type];
  const form = useRef<HTMLFormElement>(null);
  const problem = useSignal<string | undefined>(undefined);
  const busy = useSignal(false);
  const draft = useSignal<CreatePoll>(pollOf(type, new FormData()));
  useEffect(() => form.current?.scrollIntoView({ block: "nearest" }), []);

  async function create(body: CreatePoll): Promise<void> {
    busy.value = true;
    problem.value = undefined;
    try {
      const { admin_hash } = await client.polls.create({ body });
      location.assign(admin_hash === undefined ? "/polls" : adminPath(admin_hash));
    } catch (error) {
      problem.value = problemText(error, words);
      busy.value = false;
    }
  }

  return (
    <>
      <form
        ref={form}
        class="card"
        onInput={({ currentTarget }) => {
          draft.value = pollOf(type, new FormData(currentTarget));
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void create(pollOf(type, new FormData(event.currentTarget)));
        }}
      >
        <label class="entry">
          {texts.pollTitle}
          <input name="title" type="text" required maxLength={255} autocomplete="off" />
        </label>
        {template.asksFirstDoor && (
          <label class="entry">
            {texts.firstDoor}
            <input name="first" type="date" required />
          </label>
        )}
        {template.lines === undefined ? (
          <p class="fine">{texts.filesLater}</p>
        ) : (
          <label class="entry">
            {texts.lines[template.lines]}
            {!template.demanded && ` (${texts.optional})`}
            <textarea name="lines" rows={5} required={template.demanded} />
          </label>
        )}
        {template.votes.length > 0 && (
          <label class="entry">
            {texts.votes}
            <select name="vote_type">
              {template.votes.map((each) => (
                <option key={each} value={each}>
                  {each === "single" ? texts.singleChoice : voteTypes[each]}
                </option>
              ))}
            </select>
          </label>
        )}
        {template.takesSubmissions && (
          <label class="check">
            <input
              name="submissions"
              type="checkbox"
              defaultChecked={template.proposesSubmissions === true}
            />{" "}
            {texts.submissions}
          </label>
        )}
        <Problem text={problem.value} />
        <button type="submit" disabled={busy.value}>
          {texts.create}
        </button>
      </form>
      <Preview type={type} draft={draft.value} title={texts.preview} />
    </>
  );
}

function pollOf(type: Type, form: FormData): CreatePoll {
  const { optionsOf, votes } = templates[type];
  const choice = votes.find((each) => each === form.get("vote_type")) ?? votes[0];
  const options = optionsOf(linesIn(form.get("lines")), String(form.get("first") ?? ""));
  return {
    poll: {
      title: String(form.get("title") ?? ""),
      type,
      allow_new_options: form.has("submissions"),
    },
    settings: {
      timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...settingsOfVotes(choice),
    },
    ...(options.length > 0 && { options }),
  };
}
