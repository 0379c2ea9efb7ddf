import type { OptionListItem } from "@polls/client";
import type { ComponentChild } from "preact";
import { useMemo } from "preact/hooks";
import { type Ballot, keyOf, type Mark, noMark, type Place } from "../ballot/ballot";
import { SoldVotes, type VoteValue } from "../ballot/controls";
import { leftOf, replacedBy } from "../ballot/limits";
import type { VotingRules } from "../ballot/rules";
import type { MovableRanking } from "../ballot/use-ranking";
import { later } from "../parts/later";
import { datesOf, type Named, nameOf } from "../parts/option-name";
import type { Visit } from "../session/visit";
import { optionTypeOf } from "../types/option-types";
import type { Words } from "../words";
import { Door, isLocked } from "./door";
import { type Asked, type Slot, useListingUnder } from "./listing";
import type { ListItemAttributes } from "./long-list";
import { hasPicture, Picture, Player } from "./media";
import { OptionItems } from "./option-items";
import { acceptsVotes } from "./status";

interface Own {
  readonly ids: ReadonlySet<string>;
  readonly onDeleted: (id: string) => void;
}

const OwnOption = later(() =>
  import("../submission/own-option").then(({ OwnOption }) => OwnOption),
);

export interface VotingState {
  readonly ballot: Ballot;
  /** Whether votes are accepted now. */
  readonly open: boolean;
  readonly rules: VotingRules;
  /** Undefined: the options are not ranked by moving them. */
  readonly ranking?: MovableRanking | undefined;
  /** Updates an option. */
  readonly put: (option: OptionListItem) => void;
  /** Options that the visitor submitted; undefined: none can be changed. */
  readonly own?: Own | undefined;
  /** Whether the options are no longer offered: votes can only be taken back. */
  readonly former?: boolean;
  /** Shows the tags of an option. */
  readonly tagsOf?: (option: OptionListItem) => ComponentChild;
  /** Opens the picture of an option in full size, with the other pictures of its group. */
  readonly view?: (option: OptionListItem, group?: readonly Slot[]) => void;
}

interface Props {
  readonly option: OptionListItem;
  readonly visit: Visit;
  readonly voting: VotingState;
  /** In a long list: the position. */
  readonly attributes?: ListItemAttributes | undefined;
}

/** An option of a list, with the control to vote on it. */
export function OptionCard(props: Props & { readonly asked: Asked }) {
  return optionTypeOf(props.option).group !== undefined ? (
    <Group {...props} />
  ) : (
    <SingleOption {...props} />
  );
}

function SingleOption({
  option,
  visit,
  voting,
  attributes,
  takesVotes = true,
}: Props & { readonly takesVotes?: boolean }) {
  if (isLocked(option)) return <Door option={option} visit={visit} onOpened={voting.put} />;
  return (
    <li class="option" {...attributes}>
      <OptionContent option={option} visit={visit} view={voting.view} tagsOf={voting.tagsOf} />
      {takesVotes && <VoteOn option={option} visit={visit} voting={voting} />}
      <OwnButtons {...{ option, visit, voting }} />
    </li>
  );
}

function OwnButtons({ option, visit, voting: { own, put } }: Props) {
  return own?.ids.has(option.id) ? (
    <OwnOption {...{ option, visit }} onChanged={put} onDeleted={() => own.onDeleted(option.id)} />
  ) : null;
}

/** The content of an option. */
export function OptionContent({
  option,
  visit,
  heading: Heading = "h2",
  view,
  tagsOf,
}: Omit<Props, "voting"> & {
  readonly heading?: "h2" | "h3";
  readonly view?: VotingState["view"] | undefined;
  readonly tagsOf?: VotingState["tagsOf"] | undefined;
}) {
  const { words } = visit;
  const name = nameOf(option, visit);
  const dates = datesOf(option, visit);
  const { attachment_url_thumb: thumb, attachment_url_large: large } = option.attachment ?? {};
  return (
    <>
      {hasPicture(option) && (
        <a
          class="picture"
          href={large ?? thumb ?? ""}
          onClick={(event) => {
            const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
            if (view === undefined || opensElsewhere) return;
            event.preventDefault();
            view(option);
          }}
        >
          <Picture {...{ option, name, visit }} />
        </a>
      )}
      <Player {...{ option, name, visit }} />
      <div class="about">
        <Heading>
          {option.public_url === undefined ? name : <a href={option.public_url}>{name}</a>}
        </Heading>
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
      </div>
    </>
  );
}

interface VotingProps extends Omit<Props, "option" | "attributes"> {
  readonly option: Named & Pick<OptionListItem, "id" | "full">;
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
  voting: { ballot, open, rules, ranking, former = false },
}: VotingProps & { readonly place: Place; readonly category?: string }) {
  const { words } = visit;
  const { type, bounds, sold } = rules;
  const key = keyOf(place);
  const mark = ballot.marks.value.get(key) ?? noMark;
  const Control = sold ? SoldVotes : type?.control;
  if (type === undefined || Control === undefined) return null;
  const name = nameOf(option, visit);
  const label = category === undefined ? name : `${name}, ${category}`;
  const changed = ballot.last.value?.place;
  const isLast = changed !== undefined && keyOf(changed) === key;
  const undoable = isLast && !sold && !former && ["saved", "saving", "idle"].includes(mark.state);
  function set(value: VoteValue | undefined): void {
    const replaced = replacedBy(place, value, rules, ballot.marks.value);
    if (value === undefined || replaced.length === 0) ballot.vote(place, value);
    else ballot.move(replaced, place, value);
  }
  const isFull = option.full === true && mark.value === undefined;
  const removable = mark.id !== undefined && mark.value !== undefined;
  return (
    <>
      {open && ranking !== undefined && (
        <ranking.Grip ranking={ranking} optionId={option.id} name={name} words={words} />
      )}
      {isFull && <small>{words.vote.full}</small>}
      <div class="vote">
        <Control
          value={mark.value}
          set={set}
          name={key}
          label={label}
          disabled={!open || isFull || former}
          bounds={bounds}
          left={leftOf(rules, ballot.marks.value)?.left}
          options={rules.options}
          words={words}
        />
        {(acceptsVotes(visit.data) || mark.state !== "idle") && (
          <div class="after">
            {open && removable && (former || !type.toggles) && !sold && (
              <button
                type="button"
                class="clear"
                aria-label={`${words.vote.clear}: ${label}`}
                onClick={() => ballot.vote(place, undefined)}
              >
                ×
              </button>
            )}
            <VoteState mark={mark} words={words} moved={isLast && ballot.last.value?.moved} />
            {open && undoable && (
              <button
                type="button"
                class="undo"
                aria-label={`${words.vote.undo}: ${label}`}
                title={words.vote.undo}
                onClick={ballot.undo}
              >
                <span aria-hidden="true">↶</span>
                <span class="spelled">{words.vote.undo}</span>
              </button>
            )}
          </div>
        )}
      </div>
    </>
  );
}

/** The result of the last change, also announced to screen readers. */
export function VoteState({
  mark,
  words,
  moved,
}: {
  readonly mark: Mark;
  readonly words: Words;
  readonly moved?: boolean | undefined;
}) {
  return (
    <p class={`state ${mark.state}`} role="status">
      {mark.state === "saving" && words.vote.saving}
      {mark.state === "saved" &&
        mark.paymentUrl === undefined &&
        (moved === true ? words.vote.movedHere : words.vote.saved)}
      {mark.state === "held" && words.vote.held}
      {mark.state === "waiting" && words.vote.waiting}
      {mark.state === "failed" && mark.problem}
      {mark.paymentUrl !== undefined && (
        <>
          {words.vote.pay} <a href={mark.paymentUrl}>{words.vote.payLink}</a>
        </>
      )}
    </p>
  );
}

/** Options under a heading. */
function Group({
  option,
  visit,
  voting,
  attributes,
  asked,
}: Props & {
  /** The search and order of its list. */
  readonly asked: Asked;
}) {
  const { words } = visit;
  const listing = useListingUnder(visit, option.id, asked);
  const isOne = optionTypeOf(option).group === "voted as one";
  const inGroup: VotingState = useMemo(
    () => ({
      ...voting,
      put: listing.put,
      ...(voting.view !== undefined && {
        view: (child: OptionListItem) => voting.view?.(child, listing.slots.value),
      }),
    }),
    [voting, listing],
  );
  return (
    <li class="group" {...attributes}>
      <h2>{nameOf(option, visit)}</h2>
      {isOne && <VoteOn option={option} visit={visit} voting={voting} />}
      <OwnButtons {...{ option, visit, voting }} />
      {listing.slots.value === undefined && listing.problem.value === undefined && (
        <p class="fine">{words.poll.loading}</p>
      )}
      <OptionItems listing={listing} visit={visit} album={isOne}>
        {(child, childAttributes) => (
          <SingleOption
            key={child.id}
            option={child}
            attributes={childAttributes}
            visit={visit}
            voting={inGroup}
            takesVotes={!isOne}
          />
        )}
      </OptionItems>
    </li>
  );
}
