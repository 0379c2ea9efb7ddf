// Covers docs/reference/options.md: categories, class-of-a-new-option, groups, nesting
// Covers docs/reliability.md: option-trees

import { ordinaryPoll } from "../votes/testing/ordinary";
import { type ClassFacts, deriveClass } from "./derive-class";
import { ordinaryOption } from "./testing/option";

const root: ClassFacts = {
  poll: ordinaryPoll(),
  access: "admin",
  parent: undefined,
  parentDepth: 0,
  asCategory: false,
  files: 0,
  hasYoutubeId: false,
  hasVimeoId: false,
};

const pollOf = (type: string, settings = {}) => ordinaryPoll({ type, settings });
const under = (type: string, settings = {}, inputType?: string): Partial<ClassFacts> => ({
  parent: ordinaryOption({ type, settings, inputType }),
  parentDepth: 1,
});
const step = (survey_step_type: string, files = 0): Partial<ClassFacts> => ({
  poll: pollOf("Polls::Survey"),
  files,
  ...under("Options::SurveyStep", { survey_step_type }),
});
const photo = "Options::PhotoOption";
const groups = { allow_group_submissions: true };

describe("deriveClass", () => {
  test.each<[string, Partial<ClassFacts>, string]>([
    ["the poll's option_type", {}, "Options::TextOption"],
    [
      "an uploaded video",
      { poll: pollOf("Polls::VideoGallery"), files: 1 },
      "Options::VideoOption",
    ],
    [
      "a video of YouTube",
      { poll: pollOf("Polls::VideoGallery"), hasYoutubeId: true },
      "Options::YoutubeOption",
    ],
    [
      "a video of Vimeo",
      { poll: pollOf("Polls::VideoGallery"), hasVimeoId: true },
      "Options::VimeoOption",
    ],
    ["an input of a step", step("input"), "Options::InputOption"],
    ["an answer of a vote step", step("vote"), "Options::TextOption"],
    ["an answer with a file", step("vote", 1), "Options::ImageOption"],
    ["a row of a matrix", step("matrix"), "Options::TextOption"],
    ["a drawing", step("drawing", 1), "Options::DrawingOption"],
    [
      "a file under an input",
      { ...under("Options::InputOption", {}, "file"), files: 1 },
      "Options::FileOption",
    ],
    ["an option of a category", under("Options::OptionCategory"), "Options::TextOption"],
    ["a category", { asCategory: true }, "Options::OptionCategory"],
    [
      "several photos",
      { poll: pollOf("Polls::PhotoGallery", groups), files: 3 },
      "Options::PhotoGroup",
    ],
    [
      "several photos in a category",
      {
        poll: pollOf("Polls::PhotoGallery", groups),
        files: 2,
        ...under("Options::OptionCategory"),
      },
      "Options::PhotoGroup",
    ],
    [
      "a photo of a group",
      { poll: pollOf("Polls::PhotoGallery", groups), files: 1, ...under("Options::PhotoGroup") },
      "Options::PhotoOption",
    ],
  ])("finds the class of %s", (_case, facts, type) => {
    const memberType = facts.files !== undefined && facts.files > 1 ? photo : undefined;
    expect(deriveClass({ ...root, ...facts })).toEqual({ ok: true, value: { type, memberType } });
  });

  test.each<[string, Partial<ClassFacts>, object]>([
    ["under a leaf", under("Options::TextOption"), { parent_option_id: ["cannot have options"] }],
    ["under an info step", step("info"), { parent_option_id: ["cannot have options"] }],
    [
      "under an input of text",
      under("Options::InputOption", {}, "text"),
      { parent_option_id: ["cannot have options"] },
    ],
    [
      "deeper than 3",
      { ...under("Options::OptionCategory"), parentDepth: 3 },
      { parent_option_id: ["is nested too deeply"] },
    ],
    [
      "a group whose photos would be deeper than 3",
      {
        poll: pollOf("Polls::PhotoGallery", groups),
        files: 2,
        ...under("Options::OptionCategory"),
        parentDepth: 2,
      },
      { parent_option_id: ["is nested too deeply"] },
    ],
    [
      "a category by a member",
      { asCategory: true, access: "member" },
      { option_category: ["is for admins only"] },
    ],
    [
      "a category under a category",
      { asCategory: true, ...under("Options::OptionCategory") },
      { parent_option_id: ["cannot contain a category"] },
    ],
    [
      "a category in a survey",
      { asCategory: true, poll: pollOf("Polls::Survey") },
      { option_category: ["is not for polls of this type"] },
    ],
    [
      "several files without allow_group_submissions",
      { poll: pollOf("Polls::PhotoGallery"), files: 2 },
      { option_attachments: ["must be one file"] },
    ],
    [
      "several audio files",
      { poll: pollOf("Polls::AudioGallery", groups), files: 2 },
      { option_attachments: ["must be one file"] },
    ],
    [
      "more files than entries",
      {
        poll: pollOf("Polls::PhotoGallery", { ...groups, group_submission_max_entries: 2 }),
        files: 3,
      },
      { option_attachments: ["must have at most 2 entries"] },
    ],
    [
      "more than 20 files",
      { poll: pollOf("Polls::PhotoGallery", groups), files: 21 },
      { option_attachments: ["must have at most 20 entries"] },
    ],
    [
      "a group in a group",
      { poll: pollOf("Polls::PhotoGallery", groups), files: 2, ...under("Options::PhotoGroup") },
      { option_attachments: ["must be one file"] },
    ],
  ])("%s is refused", (_case, facts, errors) => {
    expect(deriveClass({ ...root, ...facts })).toEqual({ ok: false, errors });
  });
});
