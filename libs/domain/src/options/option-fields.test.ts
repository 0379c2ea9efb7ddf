// Covers docs/reference/media.md: attachment, originals, videos
// Covers docs/reference/options.md: fields, state

import { optionTypes } from "../option-types";
import { pollSettingsOf } from "../polls/settings";
import { mayReadOriginal, type OptionViewer, optionFields } from "./option-fields";

describe("optionFields", () => {
  const admin: OptionViewer = {
    isAdmin: true,
    isAuthor: false,
    form: "full",
    settings: pollSettingsOf("Polls::Voting", {}),
    type: optionTypes.get("Options::TextOption"),
    hasStates: true,
    ratings: { ratings: true, best: true },
    isUnopened: false,
  };
  const member = { ...admin, isAdmin: false };
  const fieldsOf = (viewer: OptionViewer) =>
    Object.entries(optionFields)
      .filter(([, rule]) => rule(viewer))
      .map(([name]) => name)
      .sort();

  /** A text option has no `attachment`. */
  const listed =
    "id, public_url, type, parent_option_id, child_option_type, content, name, subtitle, author_name, position, state, rank, rating, average_rating, best_rating, selected, full, places, free_places, decided, called_off, takes_text, has_description, info_link, info_link_title, tags, start_date, end_date, created_at, updated_at";
  const listedForAdmins = `${listed}, admin_url, paid, approval_state, approval_state_updated_at, archived, merged_into, merge_undoable_until`;

  test.each([
    ["a member's list", { ...member, form: "list" }, listed],
    ["an admin's list", { ...admin, form: "list" }, listedForAdmins],
    ["an unopened door", { ...member, isUnopened: true }, "id, type, position, start_date"],
  ] as const)("%s has exactly its fields", (_case, viewer, names) => {
    expect(fieldsOf(viewer)).toEqual(names.split(", ").sort());
  });

  test.each<[string, OptionViewer, string, boolean]>([
    ["description in a list", { ...admin, form: "list" }, "description", false],
    ["description in the full form", member, "description", true],
    [
      "hidden ratings",
      { ...member, ratings: { ratings: false, best: false } },
      "average_rating",
      false,
    ],
    [
      "hidden counts",
      { ...member, ratings: { ratings: false, best: false } },
      "voter_count",
      false,
    ],
    ["hidden best", { ...member, ratings: { ratings: true, best: false } }, "selected", false],
    ["approval to a member", member, "approval_state", false],
    ["fraudulent_count to an admin", admin, "fraudulent_count", true],
    ["state outside collections", { ...admin, hasStates: false }, "state", false],
    [
      "a hidden author's name",
      { ...member, settings: pollSettingsOf("Polls::Voting", { hidden_author_name: true }) },
      "author_name",
      false,
    ],
    [
      "a hidden author's name to the author",
      {
        ...member,
        isAuthor: true,
        settings: pollSettingsOf("Polls::Voting", { hidden_author_name: true }),
      },
      "author_name",
      true,
    ],
    [
      "a hidden image name",
      {
        ...member,
        type: optionTypes.get("Options::ImageOption"),
        settings: pollSettingsOf("Polls::Voting", { hidden_image_name: true }),
      },
      "content",
      false,
    ],
    [
      "a text under hidden_image_name",
      { ...member, settings: pollSettingsOf("Polls::Voting", { hidden_image_name: true }) },
      "content",
      true,
    ],
    [
      "attachment of an image",
      { ...member, type: optionTypes.get("Options::ImageOption") },
      "attachment",
      true,
    ],
    [
      "attachment of an uploaded video",
      { ...admin, type: optionTypes.get("Options::VideoOption") },
      "attachment",
      false,
    ],
    [
      "attachment of a YouTube video",
      { ...admin, type: optionTypes.get("Options::YoutubeOption") },
      "attachment",
      false,
    ],
    [
      "video of an uploaded video",
      { ...member, type: optionTypes.get("Options::VideoOption") },
      "video",
      true,
    ],
    ["paid to its author", { ...member, isAuthor: true }, "paid", true],
  ])("shows or hides %s", (_case, viewer, field, seen) => {
    expect(fieldsOf(viewer).includes(field)).toBe(seen);
  });

  test.each<[string, Partial<OptionViewer>, boolean, boolean]>([
    ["a member, of an image", { type: optionTypes.get("Options::ImageOption") }, false, false],
    [
      "a member, of an image with allow_attachments",
      {
        type: optionTypes.get("Options::ImageOption"),
        settings: pollSettingsOf("Polls::Voting", { allow_attachments: true }),
      },
      false,
      true,
    ],
    ["a member, of a file", { type: optionTypes.get("Options::FileOption") }, false, true],
    [
      "a member, of a file under an input",
      { type: optionTypes.get("Options::FileOption") },
      true,
      false,
    ],
    [
      "its author, of a file under an input",
      { type: optionTypes.get("Options::FileOption"), isAuthor: true },
      true,
      true,
    ],
  ])("the original is for %s", (_case, viewer, underInput, may) => {
    expect(mayReadOriginal({ ...member, ...viewer, underInput })).toBe(may);
  });
});
