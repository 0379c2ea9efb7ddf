import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Ballot, keyOf, type Mark, noMark, type Place } from "../ballot/ballot";
import { SoldVotes } from "../ballot/controls";
import type { VotingRules } from "../ballot/rules";
import { datesOf } from "../parts/dates";
import type { Visit } from "../session/visit";
import { optionTypeOf } from "../types/option-types";
import type { Words } from "../words";
import { Door, isLocked } from "./door";

export interface VotingState {
  readonly ballot: Ballot;
  /** Whether votes are accepted now. */
  readonly open: boolean;
  readonly rules: VotingRules;
  /** Shows an option in place of what was known of it. */
  readonly put: (option: OptionListItem) => void;
  /** Shows the picture of an option in full, among the others of its group. */
  readonly view?: (option: OptionListItem, group?: readonly OptionListItem[]) => void;
}

interface Props {
  readonly option: OptionListItem;
  readonly visit: Visit;
  readonly voting: VotingState;
}

/** What an option is called. */
export const nameOf = (option: OptionListItem, { data: { poll }, words }: Visit): string =>
  option.content ?? datesOf(option, poll, words) ?? `${words.results.option} ${option.position}`;

/** An option of a list, with the control to vote on it. */
export function OptionCard(props: Props) {
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
  takesVotes = true,
}: Props & { readonly takesVotes?: boolean }) {
  if (isLocked(option)) return <Door option={option} visit={visit} onOpened={voting.put} />;
  return (
    <li class="option">
      <OptionContent option={option} visit={visit} view={voting.view} />
      {takesVotes && <VoteOn option={option} visit={visit} voting={voting} />}
    </li>
  );
}

/** What an option shows. */
export function OptionContent({
  option,
  visit,
  heading: Heading = "h2",
  view,
}: Omit<Props, "voting"> & {
  readonly heading?: "h2" | "h3";
  readonly view?: VotingState["view"] | undefined;
}) {
  const { data, words } = visit;
  const name = nameOf(option, visit);
  const dates = datesOf(option, data.poll, words);
  const picture = option.attachment?.attachment_url_thumb;
  return (
    <>
      {picture !== undefined && (
        <a
          class="picture"
          href={option.attachment?.attachment_url_large ?? picture}
          onClick={(event) => {
            const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
            if (view === undefined || opensElsewhere) return;
            event.preventDefault();
            view(option);
          }}
        >
          <img src={picture} alt={name} loading="lazy" decoding="async" />
        </a>
      )}
      <div class="about">
        <Heading>
          {option.public_url === undefined ? name : <a href={option.public_url}>{name}</a>}
        </Heading>
        {option.subtitle !== undefined && <p>{option.subtitle}</p>}
        {dates !== undefined && dates !== name && <p class="fine">{dates}</p>}
        {option.author_name !== undefined && (
          <p class="fine">{words.poll.by(option.author_name)}</p>
        )}
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

/** The control of an option, in polls with voting categories one for each. */
export function VoteOn({ option, visit, voting }: Props) {
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
  voting: { ballot, open, rules },
}: Props & { readonly place: Place; readonly category?: string }) {
  const { words } = visit;
  const { type, bounds, sold } = rules;
  const key = keyOf(place);
  const mark = ballot.marks.value.get(key) ?? noMark;
  const Control = sold ? SoldVotes : type?.control;
  if (type === undefined || Control === undefined) return null;
  const name = nameOf(option, visit);
  const label = category === undefined ? name : `${name}, ${category}`;
  const removable = mark.id !== undefined && mark.value !== undefined;
  return (
    <div class="vote">
      <Control
        value={mark.value}
        set={(value) => ballot.vote(place, value)}
        name={key}
        label={label}
        disabled={!open}
        bounds={bounds}
        options={rules.options}
        words={words}
      />
      {open && removable && !type.toggles && !sold && (
        <button
          type="button"
          class="clear"
          aria-label={`${words.vote.clear}: ${label}`}
          onClick={() => ballot.vote(place, undefined)}
        >
          ×
        </button>
      )}
      <VoteState mark={mark} words={words} />
    </div>
  );
}

/** What became of the last change, told to screen readers too. */
export function VoteState({ mark, words }: { readonly mark: Mark; readonly words: Words }) {
  return (
    <p class={`state ${mark.state}`} role="status">
      {mark.state === "saving" && words.vote.saving}
      {mark.state === "saved" && mark.paymentUrl === undefined && words.vote.saved}
      {mark.state === "held" && words.vote.held}
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
function Group({ option, visit, voting }: Props) {
  const { client, pollId, words } = visit;
  const children = useSignal<readonly OptionListItem[] | undefined>(undefined);
  const failed = useSignal(false);
  useEffect(() => void load(), []);

  async function load(): Promise<void> {
    failed.value = false;
    const found: OptionListItem[] = [];
    const request = { poll_id: pollId, parent_option_id: option.id };
    try {
      for await (const child of client().options.list.all(request)) found.push(child);
      children.value = found;
    } catch {
      failed.value = true;
    }
  }

  const isOne = optionTypeOf(option).group === "voted as one";
  const inGroup: VotingState = {
    ...voting,
    ...(voting.view !== undefined && {
      view: (child: OptionListItem) => voting.view?.(child, children.value),
    }),
  };
  return (
    <li class="group">
      <h2>{nameOf(option, visit)}</h2>
      {isOne && <VoteOn option={option} visit={visit} voting={voting} />}
      {failed.value && (
        <button type="button" class="quiet" onClick={() => void load()}>
          {words.results.retry}
        </button>
      )}
      {children.value === undefined ? (
        !failed.value && <p class="fine">{words.poll.loading}</p>
      ) : (
        <ul class="options">
          {children.value.map((child) => (
            <SingleOption
              key={child.id}
              option={child}
              visit={visit}
              voting={inGroup}
              takesVotes={!isOne}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
