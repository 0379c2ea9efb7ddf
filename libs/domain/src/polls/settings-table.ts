import { z } from "zod";
import { email, INTEGER_MAX, lengths, text } from "../input/fields";
import { dotVoteIcons, ratingMethods } from "../options/option-settings";
import { optionStates } from "../options/option-states";
import { voteTypesFor } from "../poll-types/allowed-types";
import type { ProblemSentence } from "../refusals/field-problems";
import { isTimezone } from "../time/timezone";
import { type AttributeDefinitions, attributesField } from "./attributes";
import { domainEntry, hostEntry } from "./hosts";
import {
  boolean,
  choice,
  derivedChoice,
  integer,
  list,
  moment,
  object,
  optionalChoice,
  type Setting,
  string,
} from "./setting-kinds";
import { sorts } from "./sorts";

const attributes = (meaning: string): Setting<AttributeDefinitions> => ({
  ...object(meaning),
  kind: "attributes",
  field: attributesField,
  fallback: () => ({}),
  revive: (stored) => stored as AttributeDefinitions,
});

/** Settings whose default depends on other settings; `chosen` tells which of them are set. */
export const derivedFromSettings: readonly string[] = [
  "limit_per_option_type",
  "submission_fee_type",
  "voting_fee_type",
];

const isAboveZero = (amount: unknown): boolean => typeof amount === "number" && amount > 0;

const timezone = text().refine(
  (value) => value === null || isTimezone(value),
  "must be a time zone such as Europe/Berlin" satisfies ProblemSentence,
);

/** The meaning of a setting that the service stores and does not use. */
const forPages = (use: string): string =>
  `Has no effect in the service; pages of clients may use it: ${use}.`;

/** All settings by wire name (docs/reference/polls.md#settings). Voting categories have a column of their own. */
export const settingsTable = {
  allow_attachments: boolean(
    "Whether all readers of an option may download its original file; otherwise its author and admins alone.",
  ),
  allow_change_sort: boolean(
    "Whether the query parameter `sort` changes the order of the list of options.",
    true,
  ),
  allow_comments: boolean(forPages("whether options take comments")),
  allow_description: boolean("Whether members may give the `description` of their options.", true),
  allow_group_submissions: boolean(
    "Whether several files in one request make a `Options::PhotoGroup`; binds admins too.",
  ),
  allow_info_link: boolean(
    "Whether members may give `info_link` and `info_link_title` of their options.",
  ),
  allow_new_options: boolean("Whether members may create options."),
  allow_new_rows: boolean("Whether members may become participants of a `Polls::Table`.", true),
  allow_search: boolean(
    "Whether the query parameter `search` searches the list of options for members; for admins it always does.",
    true,
  ),
  allow_share: boolean(forPages("whether the poll offers to be shared"), true),
  allow_subtitle: boolean("Whether members may give the `subtitle` of their options."),
  allow_voting: boolean("Whether the poll takes votes.", true),
  anonymize_voter_names: boolean(
    "Whether all readers see a generated name such as `Participant 3f9a1c`; given names are not stored.",
  ),
  custom_hash: boolean("Whether the owner chose the `member_hash`; a value in a body is ignored."),
  disable_participant_sign_up: boolean(forPages("whether participants can register an account")),
  forward_url_parameters: boolean(forPages("whether links keep the query of the page")),
  hidden_author_name: boolean(
    "Whether `author_name` of options is hidden from members other than the author.",
  ),
  hidden_best_rating: boolean(
    "Whether `best_rating` and `selected` of options are hidden from members.",
  ),
  hidden_image_name: boolean(
    "Whether `content` of image and photo options is hidden from members other than the author.",
  ),
  hidden_participants: boolean(
    "Whether members see no participants but their own, and no `voter_id` in votes of others.",
  ),
  hide_options: boolean(
    "Whether members see options of others only once `deadline_submission` has passed, or, without one, once the poll is closed.",
  ),
  hide_results: boolean(
    "Whether ratings, results and votes of others are always hidden from members.",
  ),
  hide_tags: boolean(forPages("whether tags of options are hidden")),
  hide_votes: boolean(
    "Whether ratings, results and votes of others are hidden from members until the poll is closed.",
  ),
  indexing: boolean(forPages("whether search engines may list the poll"), true),
  jury_mode: boolean("Whether only participants with `jury` vote."),
  notify_new_options: boolean(
    "Whether a mail tells `creator_email`, or the owner, of options that members submit at the top level.",
  ),
  options_visible_before_voting: boolean(
    "Whether members see options of others before `start_date_voting`.",
    true,
  ),
  photo_gallery_full_width: boolean(forPages("whether the gallery fills the width of the page")),
  prevent_vote_for_own_options: boolean(
    "Whether participants are refused votes on options that they created.",
  ),
  privacy_policy_for_option_creators: boolean(
    "Whether members accept `privacy_policy` to create an option.",
  ),
  privacy_policy_for_voters: boolean("Whether participants accept `privacy_policy` to take part."),
  private_comments: boolean(forPages("whether comments are for admins only")),
  public_admin_link: boolean(
    "Whether the admin hash gives admin access to every caller; otherwise to owners of the poll alone.",
    true,
  ),
  randomize_options: boolean(
    "Whether members read lists of options in a shuffled order, which stays the same for each user.",
  ),
  require_all_dots: boolean(
    "Whether `required_option_votes_complete` demands that all dots are spent.",
  ),
  require_approval: boolean(
    "Whether options of members start `unreviewed`, hidden from other members until an admin approves them.",
  ),
  require_author_name: boolean("Whether members must give `author_name` of their options."),
  require_description: boolean("Whether members must give `description` of their options."),
  require_voter_name: boolean("Whether participants must give `user_name`.", true),
  restrict_view_access: boolean(
    "Whether members need for reading what they need for voting: the poll password, a place on the jury, an invitation.",
  ),
  show_as_list: boolean(forPages("whether options stand in a list")),
  show_metadata: boolean("Whether readers get `metadata` of pictures: camera, lens and exposure."),
  show_photo_info_by_default: boolean(forPages("whether details of photos are open at first")),
  terms_for_option_creators: boolean("Whether members accept `terms` to create an option."),
  terms_for_voters: boolean("Whether participants accept `terms` to take part."),
  thank_you_page: boolean(forPages("whether a page of thanks follows the votes")),
  thank_you_page_submitter: boolean(
    forPages("whether a page of thanks follows a submitted option"),
  ),
  vote_per_day: boolean(
    "Whether a participant votes again each day, in the time zone of the poll.",
  ),
  white_label: boolean(
    "Whether pages and mails for participants hide name, logo and color of the operator of the service. Links to imprint and privacy policy stay.",
  ),
  double_opt_in: boolean(
    "Extension: whether participants confirm their address by a mailed link before their votes count.",
  ),
  public_answers: boolean(
    "Extension: whether members read the answers of others to inputs of a survey; otherwise their author and admins alone.",
  ),

  additional_attributes: attributes(
    "Fields that participants fill in, by id; written as a list or as this object, replaced whole, at most 100.",
  ),
  additional_option_attributes: attributes(
    "Fields that creators of options fill in, by id; written as a list or as this object, replaced whole, at most 100.",
  ),
  allowed_hosts: list(
    "Hosts whose web pages may use the poll as members, such as `example.org` or `*.example.org`; empty: all.",
    hostEntry,
  ),
  default_states: list<(typeof optionStates)[number]>(
    "States of options in a `Polls::Collection`; a new option has the first one, or `incoming`.",
    z.enum(optionStates),
  ),
  restricted_double_opt_in_domains: list(
    "Domains that `optin_email` of participants may have; empty: all.",
    domainEntry,
  ),
  social_media_image_data: object(forPages("the picture of links in social media")),
  thank_you_page_data: object(forPages("the contents of the page of thanks after votes")),
  thank_you_page_submitter_data: object(
    forPages("the contents of the page of thanks after a submitted option"),
  ),

  deadline_submission: moment(
    "The moment from which members create, change and delete no options; unset: no end.",
  ),
  deadline_voting: moment("The moment from which the poll is closed; unset: no end."),
  start_date_submission: moment("The moment from which members create options; unset: at once."),
  start_date_voting: moment("The moment from which the poll takes votes; unset: at once."),

  file_size_max_mb: integer(
    "The most that a file of an option has, in MB of 1,000,000 bytes; unset: the caps of the service.",
  ),
  file_size_min_mb: integer(
    "The least that a file of an option has, in MB of 1,000,000 bytes; unset: no bound.",
  ),
  group_submission_max_entries: integer("The most files of one group; unset: 20."),
  image_min_height: integer("The least height of pictures, in pixels; unset: no bound."),
  image_min_smallest_side_length: integer(
    "The least length of the shorter side of pictures, in pixels; unset: no bound.",
  ),
  image_min_width: integer("The least width of pictures, in pixels; unset: no bound."),
  limit_per_option: integer(
    "How many participants an option is for, with `limit_per_option_type = limit_for_all`; unset: any number.",
  ),
  option_limit: integer("The most options that one user creates; unset: any number."),
  options_per_page: integer(
    "The page size of the list of options, 1 to 100; unset: that of the poll type.",
    1,
    100,
  ),
  submission_fee: integer(
    "The price, or suggested donation, of a submitted option, in the minor unit of the currency (cents); unset: none.",
  ),
  vote_limit_per_option: integer(
    "The greatest value of one vote, such as the number of stars; unset: the bound of the class of votes.",
  ),
  vote_limit_per_option_min: integer(
    "The least value of one vote, which may be negative; unset: the bound of the class of votes.",
    -INTEGER_MAX - 1,
  ),
  vote_limit_per_voter: integer(
    "How many options a participant votes on, or how many dots or bought votes one has; unset: no limit, for dots 10.",
  ),
  voting_fee: integer(
    "The price, or suggested donation, of a participation or a sold vote, in the minor unit of the currency (cents); unset: none.",
  ),

  privacy_policy: string(
    "The privacy policy that creators and participants accept; shown on pay pages.",
    lengths.long,
  ),
  publisher: string("Who runs the poll; shown in mails and on pages for confirming and paying."),
  publisher_email: string(
    "The address of the publisher; shown in mails and on pages for confirming and paying.",
    lengths.short,
    email,
  ),
  publisher_info: string(
    "The imprint of the publisher; shown in mails and on pages for confirming and paying.",
    lengths.long,
  ),
  social_media_description: string(forPages("the text of links in social media")),
  social_media_title: string(forPages("the title of links in social media")),
  submission_fee_title: string("What a submission fee or donation is for; shown to the payer."),
  terms: string(
    "The terms that creators and participants accept; shown on pay pages.",
    lengths.long,
  ),
  timezone: {
    ...string(
      "The IANA time zone in which moments without an offset, bare dates and days are read, such as `Europe/Berlin`. Default: `UTC`.",
      lengths.short,
      timezone,
    ),
    fallback: () => "UTC",
  } as Setting<string>,
  voting_fee_title: string(
    "What a voting fee, donation or bought vote is for; shown to the payer.",
  ),

  access_by_provider: optionalChoice(
    forPages("the provider by which participants sign in"),
    "facebook",
  ),
  advent_calendar_shape: choice(forPages("how doors of a calendar look"), "number", "door"),
  default_sort: derivedChoice<(typeof sorts)[number]>(
    "The order of the list of options. Galleries default to `options.average_rating desc`, other polls to `options.position asc`.",
    {
      allowed: ({ defaultSort }) => [defaultSort, ...sorts.filter((sort) => sort !== defaultSort)],
      fallback: ({ defaultSort }) => defaultSort,
    },
  ),
  dot_vote_icon: choice(forPages("how dots look"), ...dotVoteIcons),
  effect: optionalChoice(forPages("what falls over the page"), "snow", "fireflies"),
  image_orientation: choice(
    "Which pictures options take, by their longer side.",
    "all",
    "landscape",
    "portrait",
    "square",
  ),
  limit_per_option_type: derivedChoice<"no_limit" | "limit_for_all" | "limit_individual">(
    "How many participants an option is for: any number, `limit_per_option`, or its own `voter_limit`. Default: `limit_for_all` while `limit_per_option` is set, else `no_limit`.",
    {
      allowed: () => ["no_limit", "limit_for_all", "limit_individual"],
      fallback: (_type, { limit_per_option }) =>
        typeof limit_per_option === "number" ? "limit_for_all" : "no_limit",
    },
  ),
  option_type: derivedChoice<string>(
    "The class of options at the top level. The default is the first one of the poll type.",
    {
      allowed: ({ optionTypes }) => optionTypes,
      fallback: ({ optionTypes }) => optionTypes[0],
    },
  ),
  option_vote_requirement: choice(
    "Whether participants are told to vote on all options; in surveys, whether `complete` demands an answer to every one.",
    "optional",
    "all_options",
  ),
  participant_limitation_type: choice(
    "How often one takes part: any number of times, once for each user, also once for each client address, or once for each invitation.",
    "check_nothing",
    "check_user",
    "check_ip",
    "check_invitation",
  ),
  photo_gallery_image_mode: choice(
    forPages("whether pictures are shown whole or fill their frame"),
    "contain",
    "cover",
  ),
  photo_gallery_layout: choice(forPages("how pictures are arranged"), "auto", "grid", "masonry"),
  rating_method: choice(
    "What `average_rating` divides by: the participants who voted on the option, or all who voted in the poll.",
    ...ratingMethods,
  ),
  submission_fee_type: derivedChoice<"submission_fee" | "submission_donation" | undefined>(
    "What creators of options pay: nothing, `submission_fee`, or a donation. **The operator of the service receives the money**, or an owner who has connected an account. Default: `submission_fee` while that amount is above 0, else unset.",
    {
      allowed: () => [null, "submission_fee", "submission_donation"],
      fallback: (_type, { submission_fee }) =>
        isAboveZero(submission_fee) ? "submission_fee" : undefined,
    },
  ),
  target: choice(
    "What the poll looks for: the best option, the best assignment of participants to options, or the least resistance.",
    "best_option",
    "best_distribution",
    "lowest_resistance",
  ),
  vote_type: derivedChoice<string | undefined>(
    "The class of votes, which says what values they take. The default is the first one of the poll type; surveys have none, their steps do.",
    {
      allowed: voteTypesFor,
      fallback: ({ defaultVoteType }) => defaultVoteType,
    },
  ),
  voting_fee_type: derivedChoice<
    "voting_fee" | "voting_sell_votes" | "voting_donation" | undefined
  >(
    "What participants pay: nothing, `voting_fee` once, each vote, or a donation. **The operator of the service receives the money**, or an owner who has connected an account. Default: `voting_fee` while that amount is above 0, else unset.",
    {
      allowed: () => [null, "voting_fee", "voting_sell_votes", "voting_donation"],
      fallback: (_type, { voting_fee }) => (isAboveZero(voting_fee) ? "voting_fee" : undefined),
    },
  ),

  /** Internal: names of the settings in `derivedFromSettings` that are set. */
  chosen: {
    meaning: "",
    kind: "internal",
    field: z.never(),
    fallback: (_type, stored) => derivedFromSettings.filter((name) => stored[name] !== undefined),
    revive: () => [],
  } satisfies Setting<readonly string[]> as Setting<readonly string[]>,
  /** Internal: the highest id that a voting category of the poll had; ids are not reused. */
  last_voting_category_id: {
    ...integer(""),
    kind: "internal",
    fallback: () => 0,
  } as Setting<number>,
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settingsTable;
