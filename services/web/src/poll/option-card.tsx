import type { OptionListItem } from "@polls/client";
import { useMemo } from "preact/hooks";
import { picksOf } from "../ballot/rules";
import { onDemand } from "../parts/page/on-demand";
import { nameOf } from "../parts/show/option-name";
import type { Visit } from "../session/visit";
import { optionTypeOf } from "../types/option-types";
import { Door, isLocked, OpenDoor } from "./door";
import { listLookOf } from "./list-look";
import { type Asked, useListingUnder } from "./listing";
import type { ListItemAttributes } from "./long-list";
import { OptionItems } from "./option-items";
import { Outcome } from "./outcome";
import { OptionContent, VoteOn, type VotingState } from "./vote-on";

const OwnOption = onDemand(() => import("../submission/own-option"), "OwnOption");

interface Props {
  readonly option: OptionListItem;
  readonly visit: Visit;
  readonly voting: VotingState;
  /** In a long list: the position. */
  readonly attributes?: ListItemAttributes | undefined;
}

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
  const { poll } = visit.data;
  const { signUp } = visit;
  const { layout } = listLookOf(poll);
  const isRow =
    takesVotes &&
    signUp === undefined &&
    layout === "rows" &&
    picksOf(voting.rules, poll) !== undefined;
  if (isLocked(option)) return <Door option={option} visit={visit} onOpened={voting.put} />;
  const content = (
    <>
      <OptionContent
        {...{ option, visit }}
        isRow={isRow}
        view={voting.view}
        tagsOf={voting.tagsOf}
      />
      {voting.own?.ids.has(option.id) === true && voting.own.waits(option) && (
        <p class="chip waits">{visit.words.submission.waits}</p>
      )}
      {signUp !== undefined && (
        <signUp.Places option={option} isTaken={signUp.takenIn(voting.ballot).has(option.id)} />
      )}
      {visit.dates && <visit.dates.Note option={option} marks={voting.ballot.marks} />}
      {visit.places && <visit.places.Note option={option} />}
      {takesVotes && <VoteOn option={option} visit={visit} voting={voting} />}
      <Outcome option={option} visit={visit} />
      <OwnButtons {...{ option, visit, voting }} />
    </>
  );
  return (
    <li class={isRow ? "option choice-row" : "option"} {...attributes}>
      {layout === "calendar" && optionTypeOf(option).door ? (
        <OpenDoor {...{ option, visit }} isNewest={voting.newestDoor === option.id}>
          {content}
        </OpenDoor>
      ) : (
        content
      )}
    </li>
  );
}

function OwnButtons({ option, visit, voting: { own, put } }: Props) {
  return own?.ids.has(option.id) ? (
    <OwnOption {...{ option, visit }} onChanged={put} onDeleted={() => own.onDeleted(option.id)} />
  ) : null;
}

function Group({
  option,
  visit,
  voting,
  attributes,
  asked,
}: Props & {
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
        view: (child: OptionListItem) =>
          voting.view?.(child, { slots: listing.slots.value ?? [], isVotedAsOne: isOne }),
      }),
    }),
    [voting, listing, isOne],
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
