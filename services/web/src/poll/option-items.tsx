import type { OptionListItem } from "@polls/client";
import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";
import { type Line, withLine } from "../ballot/use-ranking";
import { Retry } from "../parts/feedback/retry";
import type { Visit } from "../session/visit";
import { optionTypeOf } from "../types/option-types";
import { listLookOf } from "./list-look";
import type { Listing, Slot } from "./listing";
import { type ListItemAttributes, LongList } from "./long-list";
import { hasPicture, ratioOf } from "./media";

/** Lists with more entries render only the entries near the screen. */
const WHOLE_MAX = 100;
export function OptionItems({
  listing,
  visit,
  slots = listing.slots.value ?? [],
  line,
  album = false,
  children,
}: {
  readonly listing: Listing;
  readonly visit: Visit;
  /** All entries, if they are in another order. */
  readonly slots?: readonly Slot[];
  /** The line between options with a rank and others. */
  readonly line?: Line | undefined;
  /** Whether they are shown as one small group. */
  readonly album?: boolean;
  readonly children: (option: OptionListItem, attributes?: ListItemAttributes) => ComponentChild;
}) {
  const { words } = visit;
  const { layout, isGrid, classes } = listLookOf(visit.data.poll);
  const isWall = layout === "gallery" && !album;
  const isWhole = layout === "calendar" || (slots.length <= WHOLE_MAX && !isWall);
  useEffect(() => {
    if (isWhole && slots.length > 0) listing.near(0, slots.length - 1);
  }, [isWhole, slots]);
  // A group takes the whole width.
  const hasGroups = slots.some((slot) => slot && optionTypeOf(slot).group === "voted by part");
  return (
    <>
      {isWhole ? (
        <ul class={`options ${album ? "album" : classes}`}>
          {withLine(
            slots.map((slot) => slot && children(slot)),
            line,
          )}
        </ul>
      ) : (
        <LongList
          slots={slots}
          class={`options ${classes}`}
          isWall={isWall && !hasGroups}
          isNarrow={isWall && !hasGroups && visit.data.paired}
          ratioOf={isGrid ? framedRatioOf : ratioOf}
          inRows={isGrid && !hasGroups}
          onNear={listing.near}
          partText={words.gallery.of}
        >
          {children}
        </LongList>
      )}
      <Retry problem={listing.problem.value} retry={() => listing.ask(listing.asked.value)} />
    </>
  );
}

/** The frames of pictures in a grid are squares. */
const framedRatioOf = (option: OptionListItem): number | undefined =>
  hasPicture(option) ? 1 : ratioOf(option);
