import type { OptionListItem } from "@polls/client";
import type { ComponentChild } from "preact";
import { useRef } from "preact/hooks";
import { type Ballot, keyOf, noMark, type Place } from "../ballot/ballot";
import { picks, type VoteValue } from "../ballot/controls";
import { leftOf, replacedBy } from "../ballot/limits";
import { picksOf, type VotingRules } from "../ballot/rules";
import { SoldVotes } from "../ballot/sold-votes";
import type { MovableRanking } from "../ballot/use-ranking";
import { useOtherAnswer } from "../parts/form/use-other-answer";
import { Quiet } from "../parts/show/button";
import { datesOf, type Named, nameOf } from "../parts/show/option-name";
import type { Visit } from "../session/visit";
import { optionTypeOf } from "../types/option-types";
import type { Slot } from "./listing";
import { hasPicture, Picture, Player } from "./media";
import { VoteState } from "./vote-state";

interface Own {
  readonly ids: ReadonlySet<string>;
  /** Whether an option still waits for its approval, as far as the page can know. */
  readonly waits: (option: OptionListItem) => boolean;
  readonly onDeleted: (id: string) => void;
}

export interface VotingState {
  readonly ballot: Ballot;
  /** Whether votes are accepted now. */
  readonly open: boolean;
  /** Whether the visitor sees the controls only, as on the waiting list. */
  readonly looksOn?: boolean;
  readonly rules: VotingRules;
  /** Undefined: the options are not ranked by moving them. */
  readonly ranking?: MovableRanking | undefined;
  /** Updates an option. */
  readonly put: (option: OptionListItem) => void;
  /** Options that the visitor submitted; undefined: none can be changed. */
  readonly own?: Own | undefined;
  /** In a calendar: the door that shows what is behind it. */
  readonly newestDoor?: string | undefined;
  /** Whether the options are no longer offered: votes can only be taken back. */
  readonly former?: boolean;
  /** Shows the tags of an option. */
  readonly tagsOf?: (option: OptionListItem) => ComponentChild;
  /** Keeps the radio buttons of a second control for the same vote apart from the first. */
  readonly scope?: string;
  /** Opens the picture of an option in full size, with the other pictures of its group. */
  readonly view?: (
    option: OptionListItem,
    group?: { readonly slots: readonly Slot[]; readonly isVotedAsOne: boolean },
  ) => void;
}

export function OptionContent({
  option,
  visit,
  heading: Heading = "h2",
  isRow = false,
  view,
  tagsOf,
}: {
  readonly option: OptionListItem;
  readonly visit: Visit;
  readonly heading?: "h2" | "h3";
  /** Whether a press on its row chooses it, also on its picture. */
  readonly isRow?: boolean;
  readonly view?: VotingState["view"] | undefined;
  readonly tagsOf?: VotingState["tagsOf"] | undefined;
}) {
  const { words, data } = visit;
  const final = visit.final?.value;
  const name = nameOf(option, visit);
  // When a door opened does not matter any more.
  const dates = optionTypeOf(option).door ? name : datesOf(option, visit);
  const { attachment_url_thumb: thumb, attachment_url_large: large } = option.attachment ?? {};
  const isSeen = hasPicture(option);
  const open = {
    href: large ?? thumb ?? "",
    onClick: (event: MouseEvent): void => {
      const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
      if (view === undefined || opensElsewhere) return;
      event.preventDefault();
      view(option);
    },
  };
  const details = isSeen
    ? isRow && open
    : hasDetails(option, visit) && { href: option.public_url ?? "" };
  const Frame = isRow ? "span" : "a";
  return (
    <>
      {isSeen && (
        <Frame class="picture" {...(isRow ? {} : open)}>
          <Picture {...{ option, name, visit }} />
        </Frame>
      )}
      <Player {...{ option, name, visit }} />
      <div class="about">
        <Heading>
          {visit.places && <visit.places.Number option={option} />}
          {name}
        </Heading>
        {option.state !== undefined && (
          <p class={`chip ${option.state}`}>
            {data.poll.settings.state_labels[option.state] ?? words.states[option.state]}
          </p>
        )}
        {final?.ids.has(option.id) && <p class="chip done">{final.text}</p>}
        {option.subtitle !== undefined && <p>{option.subtitle}</p>}
        {option.processing === true && <p class="fine">{words.gallery.notReady}</p>}
        {dates !== undefined && dates !== name && <p class="fine">{dates}</p>}
        {option.author_name !== undefined && (
          <p class="fine">{words.poll.by(option.author_name)}</p>
        )}
        {tagsOf?.(option)}
        {option.info_link !== undefined && (
          <p class="fine">
            <a href={option.info_link} rel="noopener noreferrer nofollow" target="_blank">
              {option.info_link_title ?? option.info_link}
            </a>
          </p>
        )}
        {option.comments_count !== undefined && option.public_url !== undefined && (
          <p class="fine">
            <a href={option.public_url}>
              {words.poll.comments(option.comments_count)}
              <span class="unseen">: {name}</span>
            </a>
          </p>
        )}
        {details !== false && (
          <p class="fine">
            <a {...details}>
              {words.gallery.details}
              <span class="unseen">: {name}</span>
            </a>
          </p>
        )}
      </div>
    </>
  );
}

/** Whether its page shows more than its card; the page of the option itself has no link to it. */
const hasDetails = (option: OptionListItem, { places }: Visit): boolean =>
  option.public_url !== undefined &&
  (option.has_description === true ||
    // An option that was read alone has the description itself.
    "description" in option ||
    (places === undefined && optionTypeOf(option).submission?.by === "location"));

interface VotingProps {
  readonly visit: Visit;
  readonly voting: VotingState;
  readonly option: Named & Pick<OptionListItem, "id" | "full" | "takes_text">;
}

/** The control of an option, in polls with voting categories one for each. */
export function VoteOn({ option, visit, voting }: VotingProps) {
  const categories = visit.data.poll.settings.voting_category_ids ?? [];
  if (categories.length === 0) {
    return <VoteAt place={{ optionId: option.id }} {...{ option, visit, voting }} />;
  }
  return (
    <>
      {categories.map(({ id, title }) => (
        <div key={id} class="category">
          <h3>{title}</h3>
          <VoteAt
            place={{ optionId: option.id, categoryId: id }}
            category={title}
            {...{ option, visit, voting }}
          />
        </div>
      ))}
    </>
  );
}

function VoteAt({
  place,
  category,
  option,
  visit,
  voting: { ballot, open, looksOn, rules, ranking, former = false, scope = "" },
}: VotingProps & { readonly place: Place; readonly category?: string }) {
  const { words, data } = visit;
  const { type, bounds, sold } = rules;
  const key = keyOf(place);
  const mark = ballot.marks.value.get(key) ?? noMark;
  // A place that the visitor gives up is free again, although the list was read before.
  const heldPlace = useRef(false);
  if (mark.value !== undefined && mark.id !== undefined) heldPlace.current = true;
  const parts = useOtherAnswer(option.takes_text);
  const pick = picksOf(rules, data.poll);
  const Control = visit.signUp?.Button ?? (pick !== undefined ? picks[pick] : type?.control);
  if (type === undefined || Control === undefined) return null;
  // What cannot be pressed is shown only with its vote. A refusal stays to be read.
  if (!open && mark.value === undefined) {
    return mark.state !== "idle" && <VoteState mark={mark} words={words} />;
  }
  const name = nameOf(option, visit);
  const label = category === undefined ? name : `${name}, ${category}`;
  function set(value: VoteValue | undefined): void {
    if (ranking && value === undefined) {
      ranking.leave(option.id);
      return;
    }
    const at = ranking?.indexOf(Number(value)) ?? -1;
    // A taken rank is given like a place where the option is dropped.
    if (ranking && at >= 0 && ranking.order()[at] !== option.id) {
      ranking.move(option.id, at);
      return;
    }
    const replaced = replacedBy(place, value, rules, ballot.marks.value);
    if (value === undefined || replaced.length === 0) ballot.vote(place, value, undefined, rules);
    else ballot.move(replaced, place, value);
  }
  const isChangeable = open && !looksOn && !visit.finalVotes?.isFixed(ballot, place, rules);
  // The text of another answer stands for its choice.
  const value = option.takes_text && mark.value ? 1 : mark.value;
  const isFull = option.full === true && !heldPlace.current;
  const common = { set, label, words, disabled: !isChangeable || isFull || former };
  const { last } = ballot;
  const isMoved = last.value?.moved === true && keyOf(last.value.place) === key;
  return (
    <>
      {open && ranking !== undefined && (
        <ranking.DragHandle ranking={ranking} id={option.id} name={name} />
      )}
      {isFull && visit.signUp === undefined && <small>{words.vote.full}</small>}
      <div class="row vote">
        {!open && !pick && <small>{words.vote.given}</small>}
        {sold ? (
          <SoldVotes {...common} visit={visit} mark={mark} />
        ) : (
          <Control
            {...common}
            value={value}
            isSaving={mark.state === "saving"}
            name={`${scope}${pick === "radio" ? pick : key}`}
            bounds={bounds}
            left={leftOf(rules, ballot.marks.value)?.left}
            options={rules.options}
          />
        )}
        {isChangeable && former && mark.id !== undefined && mark.value !== undefined && !sold && (
          <Quiet
            aria-label={`${words.vote.clear}: ${label}`}
            onClick={() => ballot.vote(place, undefined)}
          >
            {words.vote.clear}
          </Quiet>
        )}
        {visit.finalVotes?.seal(mark)}
        <VoteState mark={mark} words={words} moved={isMoved} />
      </div>
      {parts && (
        <parts.TextOfOption
          option={option}
          visit={visit}
          label={label}
          value={mark.value}
          set={(text) => ballot.vote(place, text)}
          disabled={!isChangeable}
        />
      )}
    </>
  );
}
