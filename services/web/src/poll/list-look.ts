import type { Poll } from "@polls/client";
import { pollTypeOf } from "../types/poll-types";

export interface ListLook {
  readonly layout: "rows" | "gallery" | "calendar";
  /** Whether the pictures of a gallery have frames of equal size, in rows. */
  readonly isGrid: boolean;
  /** The classes of the list, for its styles. */
  readonly classes: string;
}

const lookOf = (layout: ListLook["layout"], classes: string): ListLook => ({
  layout,
  classes,
  isGrid: false,
});

/** The look of a list by the settings of its poll (docs/reference/pages.md#looks-of-a-poll). */
export function listLookOf(poll: Pick<Poll, "type" | "settings">): ListLook {
  const { settings } = poll;
  const { layout } = pollTypeOf(poll);
  if (settings.show_as_list) return lookOf("rows", "rows compact");
  if (layout === "calendar") {
    return lookOf(layout, settings.advent_calendar_shape === "door" ? "calendar doors" : layout);
  }
  if (layout === "rows") return lookOf(layout, layout);
  const { photo_gallery_layout: arrangement, photo_gallery_image_mode: mode = "contain" } =
    settings;
  const isGrid = arrangement === "grid" || (arrangement !== "masonry" && mode === "cover");
  return isGrid ? { layout, isGrid, classes: `gallery grid ${mode}` } : lookOf(layout, layout);
}
