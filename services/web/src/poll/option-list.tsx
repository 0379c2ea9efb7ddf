import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Mark } from "../ballot/ballot";
import { leftOf } from "../ballot/limits";
import { Remaining } from "../ballot/remaining";
import { rulesOf } from "../ballot/rules";
import { later } from "../parts/later";
import type { Visit } from "../session/visit";
import { optionClassOf, optionTypeOf } from "../types/option-types";
import { useEntrance } from "./entrance";
import { Finish, useThanks } from "./finish";
import { ListTools } from "./list-tools";
import { type Asked, useListing } from "./listing";
import { hasPicture } from "./media";
import { OptionCard, type VotingState } from "./option-card";
import { OptionItems } from "./option-items";

const SubmissionArea = later(() =>
  import("../submission/submission").then(({ SubmissionArea }) => SubmissionArea),
);
const Thanks = later(() => import("../thanks/thanks").then(({ Thanks }) => Thanks));
const Lightbox = later(() => import("../gallery/lightbox").then(({ Lightbox }) => Lightbox));

interface Viewed {
  readonly option: OptionListItem;
  readonly among: readonly OptionListItem[];
}

/** Votes on a list of options, and submits some where the poll takes them. */
export function OptionList({ visit }: { readonly visit: Visit }) {
  const { data, words } = visit;
  const { poll } = data;
  const { ballot, forms, open, unlocked, options, problem } = useEntrance(visit);
  const listing = useListing(visit, options);
  const rules = useMemo(() => rulesOf(poll), [poll]);
  const slots = listing.slots.value;
  const viewed = useSignal<Viewed | undefined>(undefined);
  const takesMore =
    poll.settings.allow_new_options &&
    optionTypeOf({ type: optionClassOf(poll) }).submission !== undefined;
  const ownIds = useSignal<ReadonlySet<string>>(new Set(data.own));
  const isDeleted = useSignal(false);
  const thanks = useThanks();
  const marks = ballot.marks.value;
  const left = leftOf(rules, marks);
  const own = useMemo(
    () => ({
      ids: ownIds.value,
      onDeleted: (id: string) => {
        listing.drop(id);
        isDeleted.value = true;
      },
    }),
    [ownIds.value, listing],
  );
  function receive(option: OptionListItem): void {
    ownIds.value = new Set(ownIds.value).add(option.id);
    isDeleted.value = false;
    listing.put(option);
  }
  const voting: VotingState = useMemo(
    () => ({
      ...{ ballot, open, rules, own, put: listing.put },
      view: (option, among = listing.slots.value ?? []) => {
        viewed.value = { option, among: among.filter((each) => !!each).filter(hasPicture) };
      },
    }),
    [ballot, open, rules, own, listing],
  );
  if (thanks.shown.value && slots !== undefined && marks.size > 0) {
    return (
      <Thanks
        visit={visit}
        ballot={ballot}
        heading={thanks.heading}
        kept={words.thanks.kept}
        again={open ? words.thanks.change : words.thanks.look}
        onAgain={() => thanks.go("votes")}
      />
    );
  }
  const done =
    left?.left === 0 ? "used" : isAllVoted(slots, listing.asked.value, marks) ? "all" : undefined;
  return (
    <>
      {forms}
      {slots === undefined ? (
        <p class="notice">{problem ?? words.poll.hidden}</p>
      ) : (
        <>
          {takesMore && unlocked && <SubmissionArea visit={visit} onChange={receive} />}
          <p class="state saved" role="status">
            {isDeleted.value && words.submission.deleted}
          </p>
          {open && <Remaining left={left} words={words} />}
          <ListTools listing={listing} visit={visit} />
          {slots.length === 0 && listing.asked.value.search === "" && (
            <p class="notice">{words.poll.noOptions}</p>
          )}
          <OptionItems listing={listing} visit={visit}>
            {(option, place) => (
              <OptionCard
                key={option.id}
                {...{ option, place, visit, voting, asked: listing.asked.value }}
              />
            )}
          </OptionItems>
          {open && (
            <Finish
              ballot={ballot}
              done={done}
              words={words}
              onFinish={() => thanks.go("thanks")}
            />
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

/** Whether each option of the whole list has a vote. */
function isAllVoted(
  slots: ReturnType<typeof useListing>["slots"]["value"],
  { search }: Asked,
  marks: ReadonlyMap<string, Mark>,
): boolean {
  if (slots === undefined || slots.length === 0 || search !== "") return false;
  const voted = new Set(
    [...marks].flatMap(([key, { value }]) => (value === undefined ? [] : [key.split(" ")[0]])),
  );
  return slots.every((slot) => slot && voted.has(slot.id));
}
