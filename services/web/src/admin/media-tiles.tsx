import { Check, Film, Image, Music, X } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { FilePick } from "../parts/form/file-pick";
import { Icon } from "../parts/show/icon";
import { lengthText } from "../parts/show/length-text";
import { optionTypeOf } from "../types/option-types";
import type { OptionActs } from "./option-acts";
import { nameOf } from "./option-name";
import { States, Submitted } from "./option-row";
import type { PollContext } from "./poll-context";

const SKELETONS = 6;

const signs: Readonly<Partial<Record<string, string>>> = { film: Film, sound: Music };

interface Props {
  readonly context: PollContext;
  readonly chosen: Signal<ReadonlySet<string>>;
  /** The handle that moves an option. */
  readonly gripOf: (option: OptionListItem) => ComponentChildren;
  readonly open: (id: string) => void;
  readonly acts: OptionActs;
}

/** The photos, films or sounds of a contest: chosen together, reviewed, moved, or opened to change one. */
export const MediaTiles = ({
  options,
  ...props
}: Props & {
  /** Undefined: they are not read yet. */
  readonly options: readonly OptionListItem[] | undefined;
}) =>
  options === undefined ? (
    <ul class="media-tiles" aria-hidden="true">
      {Array.from({ length: SKELETONS }, (_, at) => (
        <li key={at} class="media-tile">
          <span class="shot" />
        </li>
      ))}
    </ul>
  ) : (
    <ol class="media-tiles">
      {options.map((option) => (
        <MediaTile key={option.id} option={option} {...props} />
      ))}
    </ol>
  );

function MediaTile({
  option,
  context,
  chosen,
  gripOf,
  open,
  acts,
}: Props & { readonly option: OptionListItem }) {
  const { options: texts } = context.words;
  const name = nameOf(option, context);
  const { attachment, video, playback } = option;
  const still =
    video?.thumb_url ?? attachment?.attachment_url_thumb ?? attachment?.attachment_url_cover;
  return (
    <li class="media-tile">
      <button
        type="button"
        class="shot"
        aria-label={texts.edit(name)}
        onClick={() => open(option.id)}
      >
        {still === undefined ? (
          <Icon of={signs[optionTypeOf(option).kind] ?? Image} />
        ) : (
          <img src={still} alt="" loading="lazy" />
        )}
        {playback?.duration !== undefined && (
          <span class="chip">{lengthText(playback.duration)}</span>
        )}
      </button>
      <label class="check">
        <input
          type="checkbox"
          checked={chosen.value.has(option.id)}
          aria-label={texts.choose(name)}
          onChange={({ currentTarget: { checked } }) => {
            const others = [...chosen.value].filter((id) => id !== option.id);
            chosen.value = new Set(checked ? [...others, option.id] : others);
          }}
        />
      </label>
      {gripOf(option)}
      <h3>{name}</h3>
      <Submitted option={option} />
      <States option={option} context={context} />
      {option.processing_error !== undefined && (
        <FilePick onFiles={([file]) => file && void acts.replaceFile(option, file)}>
          {texts.replaceFile}
        </FilePick>
      )}
      {option.approval_state === "unreviewed" && (
        <div class="row">
          <button
            type="button"
            class="quiet"
            aria-label={texts.approve(name)}
            title={texts.approveLink}
            onClick={() => void acts.review([option], "approved")}
          >
            <Icon of={Check} />
          </button>
          <button
            type="button"
            class="quiet"
            aria-label={texts.reject(name)}
            title={texts.rejectLink}
            onClick={() => void acts.review([option], "disapproved")}
          >
            <Icon of={X} />
          </button>
        </div>
      )}
    </li>
  );
}
