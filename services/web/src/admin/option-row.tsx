import type { Option, OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Ask } from "../parts/ask";
import { useAttempts } from "../parts/attempt";
import { datesOf } from "../parts/option-name";
import { Problem, problemText } from "../parts/problem";
import { Saver } from "../parts/saver";
import { OwnFields } from "./option-changes";
import { nameOf } from "./option-name";
import type { PollDesk } from "./poll-desk";

interface Props {
  readonly option: OptionListItem;
  readonly desk: PollDesk;
  readonly reload: () => Promise<void>;
  readonly place: { readonly at: number; readonly last: number };
  /** The content under the option when it is open. */
  readonly nested: () => ComponentChildren;
  readonly move: (to: number) => Promise<void>;
  readonly drag: { readonly start: () => void; readonly drop: () => void };
}

/** An option with the actions of an admin: sort, change, approve, delete. */
export function OptionRow({
  option,
  desk,
  reload,
  place: { at, last },
  nested,
  move,
  drag,
}: Props) {
  const { words, client, hash } = desk;
  const { options: texts } = words;
  const { problem, attempt } = useAttempts((error) => problemText(error, words));
  const open = useSignal(false);
  const name = nameOf(option, desk);
  const picture = option.attachment?.attachment_url_thumb;

  const review = (approval_state: "approved" | "disapproved"): Promise<void> =>
    attempt(async () => {
      const { id } = option;
      await client.options.update({ poll_id: hash, id, body: { option: { approval_state } } });
      await reload();
    });

  return (
    <li
      class="option-row"
      draggable
      title={texts.drag}
      onDragStart={(event) => {
        event.stopPropagation();
        drag.start();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        drag.drop();
      }}
    >
      <div class="row">
        {picture !== undefined && <img src={picture} alt="" loading="lazy" />}
        <div>
          <h3>{name}</h3>
          <States option={option} desk={desk} />
        </div>
      </div>
      <div class="row">
        {option.approval_state !== "approved" && (
          <button
            type="button"
            aria-label={texts.approve(name)}
            onClick={() => void review("approved")}
          >
            {texts.approveLink}
          </button>
        )}
        {option.approval_state === "unreviewed" && (
          <button
            type="button"
            class="quiet"
            aria-label={texts.reject(name)}
            onClick={() => void review("disapproved")}
          >
            {texts.rejectLink}
          </button>
        )}
        <button
          type="button"
          class="quiet"
          aria-label={texts.up(name)}
          disabled={at === 0}
          onClick={() => void move(at - 1)}
        >
          ↑
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={texts.down(name)}
          disabled={at === last}
          onClick={() => void move(at + 1)}
        >
          ↓
        </button>
        <Ask
          words={words}
          button={texts.removeLink}
          label={texts.remove(name)}
          title={texts.remove(name)}
          text={texts.removeText(name)}
          confirm={texts.removeLink}
          act={async () => {
            await client.options.delete({ poll_id: hash, id: option.id });
            await reload();
          }}
        />
      </div>
      <Problem text={problem.value} />
      <Change option={option} desk={desk} name={name} reload={reload} />
      {option.child_option_type !== undefined && (
        <details
          class="under"
          onToggle={({ currentTarget }) => {
            open.value = currentTarget.open;
          }}
        >
          <summary>{texts.children(name)}</summary>
          {open.value && nested()}
        </details>
      )}
    </li>
  );
}

function States({ option, desk: { words, poll } }: Pick<Props, "option" | "desk">) {
  const { options: texts } = words;
  const states = [
    datesOf(option, { data: { poll: poll.value }, words }),
    option.approval_state === "unreviewed" && texts.waiting,
    option.approval_state === "disapproved" && texts.disapproved,
    option.archived === true && texts.archived,
    option.state !== undefined && texts.states[option.state],
  ].filter((text) => typeof text === "string");
  return states.length === 0 ? null : <p class="fine">{states.join(" · ")}</p>;
}

const plainFields = ["content", "subtitle", "info_link", "author_name"] as const;

/** The texts of an option, each saved separately. */
function Change({
  option,
  desk,
  name,
  reload,
}: Pick<Props, "option" | "desk" | "reload"> & { readonly name: string }) {
  const { words, client, hash } = desk;
  const { options: texts } = words;
  const { id } = option;
  const shown = useSignal<Option | undefined>(undefined);
  const labels = {
    content: texts.content,
    subtitle: texts.subtitle,
    info_link: texts.infoLink,
    author_name: texts.author,
  };

  async function load(): Promise<void> {
    shown.value = await client.options.show({ poll_id: hash, id });
  }
  const changeAll = async (fields: Readonly<Record<string, unknown>>) => {
    await client.options.update({ poll_id: hash, id, body: { option: fields } });
    await reload();
  };
  const change = (field: string, value: unknown) => changeAll({ [field]: value });
  const full = shown.value;

  return (
    <details
      class="under"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && shown.value === undefined) void load().catch(() => undefined);
      }}
    >
      <summary aria-label={texts.edit(name)}>{texts.editLink}</summary>
      {full !== undefined && (
        <div class="card">
          <OwnFields option={full} desk={desk} change={changeAll} reload={reload} />
          {plainFields.map((field) => (
            <Saver key={field} words={words} field={field}>
              {(save, described) => (
                <label class="entry">
                  {labels[field]}
                  <input
                    type="text"
                    maxLength={field === "content" ? 1_000 : 255}
                    aria-describedby={described}
                    defaultValue={String(full[field] ?? "")}
                    onChange={({ currentTarget: { value } }) =>
                      save(() => change(field, value || null))
                    }
                  />
                </label>
              )}
            </Saver>
          ))}
          <Saver words={words} field="description">
            {(save, described) => (
              <label class="entry">
                {texts.description}
                <textarea
                  rows={3}
                  maxLength={20_000}
                  aria-describedby={described}
                  defaultValue={String(full.description ?? "")}
                  onChange={({ currentTarget: { value } }) =>
                    save(() => change("description", value || null))
                  }
                />
              </label>
            )}
          </Saver>
          {option.state !== undefined && (
            <Saver words={words} field="state">
              {(save, described) => (
                <label class="entry">
                  {texts.state}
                  <select
                    value={option.state}
                    aria-describedby={described}
                    onChange={({ currentTarget: { value } }) => save(() => change("state", value))}
                  >
                    {Object.entries(texts.states).map(([value, text]) => (
                      <option key={value} value={value}>
                        {text}
                      </option>
                    ))}
                  </select>
                </label>
              )}
            </Saver>
          )}
        </div>
      )}
    </details>
  );
}
