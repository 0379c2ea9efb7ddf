import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { leftOf } from "../ballot/limits";
import { Remaining } from "../ballot/remaining";
import { rulesOf } from "../ballot/rules";
import { later } from "../parts/later";
import type { Visit } from "../session/visit";
import { optionClassOf, optionTypeOf } from "../types/option-types";
import { pollTypeOf } from "../types/poll-types";
import { useEntrance } from "./entrance";
import { OptionCard, type VotingState } from "./option-card";

const SubmissionArea = later(() =>
  import("../submission/submission").then(({ SubmissionArea }) => SubmissionArea),
);
const Lightbox = later(() => import("../gallery/lightbox").then(({ Lightbox }) => Lightbox));

interface Viewed {
  readonly option: OptionListItem;
  readonly among: readonly OptionListItem[];
}

const hasPicture = ({ attachment }: OptionListItem): boolean =>
  attachment?.attachment_url_thumb !== undefined;

/** Votes on a list of options, and submits some where the poll takes them. */
export function OptionList({ visit }: { readonly visit: Visit }) {
  const { data, words } = visit;
  const { poll } = data;
  const { ballot, forms, open, unlocked, options, problem, load, put } = useEntrance(visit);
  const rules = rulesOf(poll);
  const viewed = useSignal<Viewed | undefined>(undefined);
  const takesMore =
    poll.settings.allow_new_options &&
    optionTypeOf({ type: optionClassOf(poll) }).submission !== undefined;
  const view: VotingState["view"] = (option, group = options?.items ?? []) => {
    viewed.value = { option, among: group.filter(hasPicture) };
  };
  return (
    <>
      {forms}
      {options === undefined ? (
        <p class="notice">{problem ?? words.poll.hidden}</p>
      ) : (
        <>
          {takesMore && unlocked && <SubmissionArea visit={visit} onChange={put} />}
          {open && <Remaining left={leftOf(rules, ballot.marks.value)} words={words} />}
          {options.items.length === 0 && <p class="notice">{words.poll.noOptions}</p>}
          <ul class={`options ${pollTypeOf(poll).layout}`}>
            {options.items.map((option) => (
              <OptionCard
                key={option.id}
                option={option}
                visit={visit}
                voting={{ ballot, open, rules, put, view }}
              />
            ))}
          </ul>
          {options.items.length < options.total && (
            <button type="button" class="quiet" onClick={() => void load(options.page + 1)}>
              {words.poll.more}
            </button>
          )}
          {problem !== undefined && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
        </>
      )}
      {viewed.value !== undefined && (
        <Lightbox
          visit={visit}
          options={viewed.value.among}
          shown={viewed.value.option}
          onShow={(option) => {
            viewed.value = option && viewed.value && { ...viewed.value, option };
          }}
        />
      )}
    </>
  );
}
