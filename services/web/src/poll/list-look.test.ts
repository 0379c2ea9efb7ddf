// Covers docs/reference/pages.md: looks-of-a-poll

import { listLookOf } from "./list-look";

type Asked = Parameters<typeof listLookOf>[0];
const looks = (type: Asked["type"], settings: Partial<Asked["settings"]>) => {
  const { layout, isGrid, classes } = listLookOf({ type, settings: settings as Asked["settings"] });
  return `${layout}${isGrid ? " in rows" : ""}: ${classes}`;
};

test.each([
  [{}, "gallery: gallery"],
  [{ photo_gallery_layout: "auto", photo_gallery_image_mode: "contain" }, "gallery: gallery"],
  [
    { photo_gallery_layout: "auto", photo_gallery_image_mode: "cover" },
    "gallery in rows: gallery grid cover",
  ],
  [{ photo_gallery_layout: "grid" }, "gallery in rows: gallery grid contain"],
  [
    { photo_gallery_layout: "grid", photo_gallery_image_mode: "cover" },
    "gallery in rows: gallery grid cover",
  ],
  [{ photo_gallery_layout: "masonry", photo_gallery_image_mode: "cover" }, "gallery: gallery"],
  [{ photo_gallery_layout: "grid", show_as_list: true }, "rows: rows compact"],
] as const)("a gallery with %j has the look %s", (settings, expected) => {
  expect(looks("Polls::PhotoGallery", settings)).toBe(expected);
});

test("calendars have numbers or doors, and other polls are rows", () => {
  expect(looks("Polls::AdventCalendar", { advent_calendar_shape: "number" })).toBe(
    "calendar: calendar",
  );
  expect(looks("Polls::AdventCalendar", { advent_calendar_shape: "door" })).toBe(
    "calendar: calendar doors",
  );
  expect(looks("Polls::Voting", { photo_gallery_layout: "grid" })).toBe("rows: rows");
});
