// Covers docs/reference/media.md: rotation
// Covers docs/reference/options.md: approval, branching, settings, state, update
// Covers docs/reference/requests.md: field-rules

import type { FieldErrors } from "../refusals/refusal";
import { now, ordinaryPoll } from "../votes/testing/ordinary";
import { unusedOption } from "./option-settings-problems";
import { readUpdateOption, type UpdateOptionFacts } from "./read-update-option";
import { ordinaryOption } from "./testing/option";

const pollOf = (type: string, settings = {}) => ordinaryPoll({ type, settings });
const own: UpdateOptionFacts = {
  poll: ordinaryPoll(),
  access: "member",
  option: ordinaryOption(),
  parentPublicId: undefined,
  uploads: 0,
  earlierOptions: new Map(),
  use: unusedOption,
  now,
};

describe("readUpdateOption", () => {
  const approving = pollOf("Polls::Voting", { require_approval: true });
  test.each<[string, object, Partial<UpdateOptionFacts>, object]>([
    [
      "absent fields stay",
      { option: { content: "b" } },
      {},
      { content: "b", settings: { set: {}, cleared: [] } },
    ],
    [
      "null clears",
      { option: { author_name: null } },
      {},
      { authorName: null, settings: { set: {}, cleared: [] } },
    ],
    [
      "a change by a member makes the option unreviewed",
      { option: { content: "b" } },
      { poll: approving },
      {
        content: "b",
        approvalState: "unreviewed",
        approvalStateUpdatedAt: now,
        settings: { set: {}, cleared: [] },
      },
    ],
    [
      "a change by an admin leaves the approval",
      { option: { content: "b" } },
      { poll: approving, access: "admin" },
      { content: "b", settings: { set: {}, cleared: [] } },
    ],
    [
      "an admin disapproves",
      { option: { approval_state: "disapproved" } },
      { access: "admin" },
      {
        approvalState: "disapproved",
        approvalStateUpdatedAt: now,
        settings: { set: {}, cleared: [] },
      },
    ],
    [
      "null unselects",
      { option: { selected: null } },
      { access: "admin" },
      { picked: false, settings: { set: {}, cleared: [] } },
    ],
    [
      "null gives position, state and settings their defaults",
      { option: { position: null, state: null, settings: null } },
      {
        access: "admin",
        poll: pollOf("Polls::Collection", { default_states: ["planned"] }),
        option: ordinaryOption({ state: "done", settings: { mandatory: true } }),
      },
      {
        position: Number.MAX_SAFE_INTEGER,
        state: "planned",
        settings: { set: {}, cleared: expect.arrayContaining(["mandatory"]) },
      },
    ],
    [
      "acceptances change nothing",
      { option: {}, terms: 0, privacy_policy: 1, terms_accepted: 0, privacy_policy_accepted: 1 },
      {},
      { settings: { set: {}, cleared: [] } },
    ],
    [
      "the same parent again",
      { option: {}, parent_option_id: "p" },
      { parentPublicId: "p" },
      { settings: { set: {}, cleared: [] } },
    ],
  ])("%s", (_case, body, facts, value) => {
    expect(readUpdateOption(body, { ...own, ...facts })).toEqual({ ok: true, value });
  });

  test.each<[string, object, Partial<UpdateOptionFacts>, FieldErrors]>([
    [
      "another parent",
      { option: {}, parent_option_id: "q" },
      { parentPublicId: "p" },
      { parent_option_id: ["cannot be changed"] },
    ],
    [
      "clearing the content of a text",
      { option: { content: null } },
      {},
      { content: ["is required"] },
    ],
    [
      "clearing the approval",
      { option: { approval_state: null } },
      { access: "admin" },
      { approval_state: ["is required"] },
    ],
    [
      "a state outside collections",
      { option: { state: "done" } },
      { access: "admin" },
      { state: ["is not for options of this poll"] },
    ],
    [
      "approval by a member",
      { option: { approval_state: "approved" } },
      {},
      { approval_state: ["is for admins only"] },
    ],
    [
      "an end before the start that stays",
      { option: { end_date: "2030-01-01" } },
      { option: ordinaryOption({ startDate: now }) },
      { start_date: ["must not be after end_date"] },
    ],
    [
      "a file for a text",
      { option: {} },
      { uploads: 1 },
      { attachment: ["is not for options of this class"] },
    ],
    [
      "clearing a required author name, by a member",
      { option: { author_name: null } },
      { poll: pollOf("Polls::Voting", { require_author_name: true }) },
      { author_name: ["is required"] },
    ],
    [
      "clearing the source of a video",
      { option: { youtube_id: null } },
      { option: ordinaryOption({ type: "Options::YoutubeOption", youtubeId: "dQw4w9WgXcQ" }) },
      { youtube_id: ["is required"] },
    ],
    [
      "another location_type without coordinates",
      { option: { location_type: "route" } },
      { option: ordinaryOption({ type: "Options::LocationOption", locationType: "point" }) },
      { data: ["must be given with another location_type"] },
    ],
    [
      "an allowed value twice, in the settings",
      { option: { settings: { allowed_values: ["x", "x"] } } },
      { access: "admin" },
      { "settings.allowed_values": ["contains a value twice"] },
    ],
  ])("%s is refused", (_case, body, facts, errors) => {
    expect(readUpdateOption(body, { ...own, ...facts })).toEqual({ ok: false, errors });
  });
});
