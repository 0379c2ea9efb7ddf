// Covers docs/reference/pages.md: links-to-a-poll

import { linkPictureOf } from "./link-picture";
import { pollSettingsOf } from "./settings";

const operator = { name: "Polls & more", color: "#112233" };

const shown = (settings: object, title = "Lunch on Friday?") =>
  linkPictureOf({ title, settings: pollSettingsOf("Polls::Voting", settings) }, operator);

test("the picture has the title, and the name and color of the operator", () => {
  expect(shown({})).toEqual({
    title: "Lunch on Friday?",
    brand: "Polls & more",
    color: "#112233",
    dataUrl: undefined,
  });
});

// Settings: social_media_image_data
test.each<[string, object, object]>([
  ["the title for social media", { social_media_title: "Vote!" }, { title: "Vote!" }],
  ["the color of the theme", { theme: "teal" }, { color: "#007a6a" }],
  ["no operator with white_label", { white_label: true }, { brand: undefined, color: "#1651c5" }],
  [
    "no title of a poll that hides its content",
    { restrict_view_access: true },
    { title: undefined },
  ],
  [
    "a given data URL",
    { social_media_image_data: { data: "data:image/png;base64,AA" } },
    { dataUrl: "data:image/png;base64,AA" },
  ],
  [
    "no address",
    { social_media_image_data: { data: "https://example.org" } },
    { dataUrl: undefined },
  ],
])("the picture has %s", (_what, settings, expected) => {
  expect(shown(settings)).toMatchObject(expected);
});

test.each([
  ["Größe – Привет, Ελλάδα, שלום, مرحبا", "Größe – Привет, Ελλάδα, שלום, مرحبا"],
  ["Party 🎉👍🏽 today 1️⃣", "Party today 1"],
  ["a\u202eb\nc", "a b c"],
  ["🎉", undefined],
  ["お昼ごはん", undefined],
  ["Lunch 昼", undefined],
  ["w".repeat(200), `${"w".repeat(140)}…`],
])("of the title %j the font draws %j", (title, drawn) => {
  expect(shown({}, title).title).toBe(drawn);
});
