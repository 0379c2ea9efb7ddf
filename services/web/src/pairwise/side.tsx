import type { OptionListItem } from "@polls/client";
import { nameOf } from "../parts/show/option-name";
import type { Visit } from "../session/visit";

/** One of the two, as a button. */
export function Side({
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
      disabled={busy}
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
