import { Pencil, Plus, Trash } from "virtual:icons";
import { SavedField } from "../parts/form/saved-field";
import { Quiet } from "../parts/show/button";
import { Icon } from "../parts/show/icon";
import type { PollContext } from "./poll-context";

/** The picture above the poll: chosen, replaced and removed where it stands. */
export function Cover({
  context: { words, client, hash, poll, changes },
}: {
  readonly context: PollContext;
}) {
  const { cover: texts } = words.admin;
  const { cover } = poll.value;
  const picture = cover?.attachment?.attachment_url_medium;
  const show = (changed: typeof poll.value): void => {
    poll.value = changed;
    changes.value++;
  };
  return (
    <SavedField field="attachment">
      {(save, described) => (
        <div class={cover === undefined ? "cover-field" : "cover-field set"}>
          {picture !== undefined && <img class="cover" src={picture} alt={texts.alt} />}
          {cover?.processing === true && <p class="cover fine">{texts.processing}</p>}
          {cover?.processing_error !== undefined && <p role="alert">{texts.broken}</p>}
          <div class="row">
            <label class="button quiet" title={cover && texts.replace}>
              <Icon of={cover === undefined ? Plus : Pencil} /> {cover === undefined && texts.title}
              <input
                type="file"
                aria-label={cover === undefined ? texts.add : texts.replace}
                accept="image/*"
                aria-describedby={described}
                onChange={({ currentTarget: { files } }) => {
                  const [file] = files ?? [];
                  if (file === undefined) return;
                  const body = new FormData();
                  body.append("cover[attachment]", file);
                  void save(async () => {
                    show(await client.polls.cover.set({ poll_id: hash, body }));
                  });
                }}
              />
            </label>
            {cover !== undefined && (
              <Quiet
                aria-label={texts.remove}
                title={texts.remove}
                onClick={() =>
                  void save(async () => {
                    await client.polls.cover.remove({ poll_id: hash });
                    const { cover: _removed, ...others } = poll.value;
                    show(others);
                  })
                }
              >
                <Icon of={Trash} />
              </Quiet>
            )}
          </div>
        </div>
      )}
    </SavedField>
  );
}
