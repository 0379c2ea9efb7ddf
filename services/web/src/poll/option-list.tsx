import type { OptionListItem, Poll } from "@polls/client";
import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Mark } from "../ballot/ballot";
import type { FinishProps } from "../ballot/finish-props";
import { dotsToSpend, leftOf, votesToCast } from "../ballot/limits";
import { placeOf } from "../ballot/place";
import { leftText } from "../ballot/remaining";
import { rulesOf } from "../ballot/rules";
import { useRanking } from "../ballot/use-ranking";
import { Problem } from "../parts/feedback/problem";
import { onDemand } from "../parts/page/on-demand";
import { nameOf } from "../parts/show/option-name";
import type { Visit } from "../session/visit";
import { optionClassOf, optionTypeOf } from "../types/option-types";
import { onlyChooses } from "../types/vote-types";
import { isLocked, newestDoorOf } from "./door";
import { useEntrance } from "./entrance";
import { Finish, useThanks } from "./finish";
import { FormerOptions } from "./former-options";
import { ListTools } from "./list-tools";
import { type Asked, type Listing, useListing } from "./listing";
import { hasPicture } from "./media";
import { OptionCard } from "./option-card";
import { OptionItems } from "./option-items";
import { TagFilter, Tags } from "./tags";
import type { VotingState } from "./vote-on";

const SubmissionArea = onDemand(() => import("../submission/submission"), "SubmissionArea");
const loadThanks = () => import("../thanks/thanks");
const Thanks = onDemand(loadThanks, "Thanks", "fine loading");
const Lightbox = onDemand(() => import("../gallery/lightbox"), "Lightbox");

interface Viewed {
  readonly option: OptionListItem;
  /** Whether each picture has its own vote. */
  readonly isVotedOn: boolean;
  readonly among: readonly OptionListItem[];
}

/** A list of options to vote on, with a form for new options if the poll accepts them. */
export function OptionList({ visit }: { readonly visit: Visit }) {
  const { data, words, signUp } = visit;
  const final = visit.final?.value;
  const { poll } = data;
  const { ballot, forms, notices, open, looksOn, unlock, options, problem } = useEntrance(visit);
  const listing = useListing(visit, options);
  const slots = listing.slots.value;
  // Submitted options came after the poll was read. Those that wait for approval get no vote.
  const listed = poll.settings.require_approval ? 0 : (slots?.length ?? 0);
  const options_count = Math.max(poll.options_count, listed);
  const rules = useMemo(() => rulesOf({ ...poll, options_count }), [poll, options_count]);
  const known = slots?.filter((slot) => !!slot) ?? [];
  const viewed = useSignal<Viewed | undefined>(undefined);
  const takesMore =
    poll.settings.allow_new_options &&
    optionTypeOf({ type: optionClassOf(poll) }).submission !== undefined;
  const ownIds = useSignal<ReadonlySet<string>>(new Set(data.own));
  const submitted = useSignal<ReadonlySet<string>>(new Set());
  /** How many options count for `option_limit`. */
  const count = useSignal(data.submitted ?? 0);
  const isDeleted = useSignal(false);
  const thanks = useThanks();
  const marks = ballot.marks.value;
  const hasVoted = marks.size > 0;
  useEffect(() => {
    // It is there when the visitor is done; else it is asked for again.
    if (hasVoted) void loadThanks().catch(() => undefined);
  }, [hasVoted]);
  const left = leftOf(rules, marks);
  const toCast = votesToCast(rules, marks);
  const missing = Math.max(dotsToSpend(rules, marks), toCast);
  const own = useMemo(
    () => ({
      ids: ownIds.value,
      // Authors do not learn the approval itself, but only approved options have a rank.
      waits: ({ id, rank }: OptionListItem) =>
        poll.settings.require_approval &&
        rank === undefined &&
        (submitted.value.has(id) || listing.slots.value?.some((slot) => slot?.rank) === true),
      onDeleted: (id: string) => {
        listing.drop(id);
        count.value--;
        isDeleted.value = true;
      },
    }),
    [ownIds.value, listing],
  );
  function receive(option: OptionListItem): void {
    ownIds.value = new Set(ownIds.value).add(option.id);
    if (!submitted.value.has(option.id)) count.value++;
    submitted.value = new Set(submitted.value).add(option.id);
    isDeleted.value = false;
    listing.put(option);
  }
  const sortable = sortableIn(known, listing, poll);
  const {
    ranking,
    options: ranked,
    line,
  } = useRanking(ballot, rules, sortable, open && !looksOn, words);
  const newestDoor = newestDoorOf(known);
  const voting: VotingState = useMemo(
    () => ({
      ballot,
      open,
      looksOn,
      rules,
      ranking,
      own,
      newestDoor,
      put: listing.put,
      tagsOf: ({ tags }) => (
        <Tags tags={tags} onTag={(tag) => listing.ask({ ...listing.asked.value, tag })} />
      ),
      view: (option, group) => {
        const among = group?.slots ?? listing.slots.value ?? [];
        viewed.value = {
          option,
          isVotedOn: group?.isVotedAsOne !== true,
          among: among.filter((each) => !!each).filter(hasPicture),
        };
      },
    }),
    [ballot, open, looksOn, rules, ranking, own, newestDoor, listing],
  );
  const zone = visit.dates && slots !== undefined && <visit.dates.Zone />;
  const finalDates = final && <final.Dates />;
  const isDone = hasVoted && missing === 0 && !ballot.uncast?.count.value;
  if (thanks.shown.value && slots !== undefined && isDone) {
    return (
      <>
        {finalDates && zone}
        {finalDates}
        <Thanks
          visit={visit}
          ballot={ballot}
          heading={thanks.heading}
          notices={notices(ballot)}
          kept={
            signUp ? (
              <signUp.Taken options={known.filter(({ id }) => signUp.takenIn(ballot).has(id))} />
            ) : (
              words.survey.kept
            )
          }
          again={open && !visit.finalVotes ? words.survey.change : words.survey.look}
          onAgain={() => thanks.go("votes")}
        />
        {visit.dates && <visit.dates.Tell />}
      </>
    );
  }
  const isChosenFrom = onlyChooses(rules.type);
  const progress = signUp || rules.sold ? undefined : progressIn(slots, listing.asked.value, marks);
  // How many may be chosen belongs to the question; the bar says what is left.
  const hint =
    open && !signUp && left && !left.addsUp
      ? leftText({ ...left, left: left.of }, words)
      : undefined;
  const isAll = !isChosenFrom && progress !== undefined && progress.answered === progress.of;
  const text = signUp
    ? signUp.takenIn(ballot).size > 0
      ? signUp.words.kept
      : ""
    : isAll && missing === 0
      ? words.thanks.done
      : toCast > 0
        ? words.thanks.need(toCast)
        : left !== undefined
          ? hint !== undefined && left.left === left.of
            ? ""
            : leftText(left, words)
          : progress === undefined
            ? ""
            : isChosenFrom
              ? words.thanks.chosen(progress.answered)
              : words.thanks.answered(progress.answered, progress.of);
  const bar: FinishProps = {
    ballot,
    progress: left === undefined && !isChosenFrom ? progress : undefined,
    text,
    missing,
    missingText: rules.type?.limitAddsUp === true ? words.thanks.spend : words.thanks.cast,
    words,
    nameOf: (id) => {
      const option = slots?.find((slot) => slot?.id === id);
      return option ? nameOf(option, visit) : marks.has(id) ? "" : undefined;
    },
    onFinish: () => thanks.go("thanks"),
  };
  const Around = visit.places?.Around ?? Fragment;
  const adding = takesMore && (
    <SubmissionArea visit={visit} count={count.value} unlock={unlock} onChange={receive} />
  );
  const list = slots !== undefined && (
    <>
      <ListTools listing={listing} visit={visit} />
      <TagFilter listing={listing} />
      {slots.length === 0 && isWhole(listing.asked.value) && (
        <p class="notice">{words.poll.noOptions}</p>
      )}
      <Around options={known}>
        <OptionItems
          listing={listing}
          visit={visit}
          slots={ranking === undefined ? slots : ranked}
          line={line}
        >
          {(option, attributes) => (
            <OptionCard
              key={option.id}
              {...{ option, attributes, visit, voting, asked: listing.asked.value }}
            />
          )}
        </OptionItems>
      </Around>
    </>
  );
  return (
    <>
      {finalDates && zone}
      {finalDates}
      {forms}
      {slots === undefined ? (
        <>
          <p class="notice">{problem ?? words.poll.hidden}</p>
          {notices(ballot)}
        </>
      ) : (
        <>
          {!visit.dates && adding}
          <p class="state saved" role="status">
            {isDeleted.value && words.submission.deleted}
          </p>
          {hint !== undefined && <p class="fine">{hint}</p>}
          {ranking !== undefined && <p class="fine">{words.vote.moveHint}</p>}
          {final?.all !== undefined && poll.status === "closed" ? (
            // Folded, it would hide that a vote was not saved.
            <details open={[...marks.values()].some(({ state }) => state === "failed")}>
              <summary>{final.all}</summary>
              {list}
            </details>
          ) : (
            list
          )}
          {!finalDates && zone}
          {visit.dates && adding}
          <FormerOptions {...{ visit, voting, slots }} />
          {visit.dates && <visit.dates.Overview marks={ballot.marks} options={known} />}
          {notices(ballot)}
          {visit.dates && <visit.dates.Tell />}
          {open &&
            !looksOn &&
            (visit.finalVotes ? (
              <visit.finalVotes.CastBar {...{ ballot, rules, bar }} />
            ) : (
              <Finish {...bar} />
            ))}
          <Problem text={problem} />
        </>
      )}
      {viewed.value !== undefined && (
        <Lightbox
          visit={visit}
          options={viewed.value.among}
          shown={viewed.value.option}
          voting={viewed.value.isVotedOn ? voting : undefined}
          onShow={(option) =>
            (viewed.value = option && viewed.value && { ...viewed.value, option })
          }
        />
      )}
    </>
  );
}

/** The options of a whole list that may be sorted by rank; empty if it is searched, sorted otherwise or not complete. */
function sortableIn(
  known: readonly OptionListItem[],
  { slots, asked }: Listing,
  { settings }: Poll,
): readonly OptionListItem[] {
  const { sort } = asked.value;
  const isPlain =
    isWhole(asked.value) && sort === undefined && !settings.voting_category_ids?.length;
  const isFlat = known.every((option) => optionTypeOf(option).group === undefined);
  return isPlain && isFlat && known.length === slots.value?.length ? known : [];
}

const isWhole = ({ search, tag }: Asked): boolean => search === "" && tag === undefined;

/** How many of the options that can have a vote have one; undefined for a part of the list, and for groups. */
function progressIn(
  slots: ReturnType<typeof useListing>["slots"]["value"],
  asked: Asked,
  marks: ReadonlyMap<string, Mark>,
): { readonly answered: number; readonly of: number } | undefined {
  if (slots === undefined || slots.length === 0 || !isWhole(asked)) return undefined;
  if (slots.some((slot) => slot && optionTypeOf(slot).group !== undefined)) return undefined;
  const voted = new Set(
    [...marks].flatMap(([key, { value, former }]) =>
      value === undefined || former !== undefined ? [] : [placeOf(key).optionId],
    ),
  );
  const of = slots.filter((slot) => slot === undefined || (slot && !isLocked(slot))).length;
  return of === 0 ? undefined : { answered: voted.size, of };
}
