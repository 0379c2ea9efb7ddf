import { z } from "zod";
import { providerIds } from "../access/sign-in-providers";
import { email, entry, jsonObjectWithLink, jsonObjectWithPicture, lengths } from "../input/fields";
import { dotVoteIcons } from "../options/option-settings";
import { optionStates } from "../options/option-states";
import { LARGEST_AMOUNT } from "../payments/currencies";
import { themes } from "../pictures/theme-colors";
import { languageField } from "../translations/text-language";
import { translationsField } from "../translations/translations";
import { type AttributeDefinitions, attributesField } from "./attributes";
import { domainEntry, hostEntry } from "./hosts";
import { type PollTranslations, pollTranslations, STATE_LABEL_MAX } from "./poll-texts";
import {
  booleans,
  choice,
  feeType,
  integer,
  list,
  moment,
  object,
  optionalChoice,
  type Setting,
  string,
} from "./setting-kinds";

const attributes = (meaning: string): Setting<AttributeDefinitions> => ({
  ...object(meaning),
  kind: "attributes",
  field: attributesField,
  fallback: () => ({}),
  revive: (stored) => stored as AttributeDefinitions,
});

/** The maximum number of forwarded query parameters. */
const FORWARDED_MAX = 20;

/** The maximum of `delete_after_days`: a hundred years. */
const DAYS_MAX = 36_500;

/** The maximum of `participant_limit`: its participants are counted whenever one joins. */
const PARTICIPANTS_MAX = 100_000;

/** Settings whose default depends on other settings. `chosen` lists those that were set. */
export const derivedFromSettings: readonly string[] = [
  "limit_per_option_type",
  "results_visible",
  "submission_fee_type",
  "voting_fee_type",
];

/** Settings on which neither stored votes nor results depend. */
export const settingsWithoutDependents = {
  ...booleans(false, {
    allow_attachments:
      "Whether all readers of an option may download its original file. Otherwise only its author and admins may.",
    allow_comments:
      "Whether participants can comment on options. Without it, members read only their own comments.",
    allow_group_submissions:
      "Whether several files in one request create an `Options::PhotoGroup`. Applies to admins too.",
    allow_info_link: "Whether members may set `info_link` and `info_link_title` of their options.",
    allow_new_options: "Whether members may create options.",
    allow_subtitle: "Whether members may set the `subtitle` of their options.",
    custom_hash: "Whether the owner chose the `member_hash`. A value in a request is ignored.",
    disable_participant_sign_up:
      "Whether participants cannot leave an address for their personal link or the final dates: pages do not offer it, and a request with an address is 422 unless double opt-in has confirmed it.",
    final_votes:
      "Extension: whether votes are final: participants can neither change nor withdraw a vote that is cast.",
    forward_url_parameters:
      "Whether pages pass the query parameters that `forwarded_url_parameters` names on: into the link of the thank-you page, and into the attribute of the participant with the same title. Has no effect on the API.",
    hidden_author_name:
      "Whether `author_name` of options is hidden from members other than the author.",
    hidden_participants:
      "Whether members see only their own participants, and no `voter_id` in the votes of others.",
    hide_tags:
      "Whether `tags` of options are hidden from members, who then cannot filter by them either.",
    notify_new_options:
      "Whether `creator_email`, or else the owner, gets a mail about options that members submit at the top level.",
    notify_result:
      "Extension: whether participants with a confirmed address get a mail about the result when the poll closes.",
    notify_state_changes:
      "Extension: whether participants with a confirmed address who voted on an option of a `Polls::Collection` get a mail when its state changes, with `state_change_message`.",
    photo_gallery_full_width:
      "Whether the page of a gallery is as wide as the window. Has no effect on the API.",
    prevent_vote_for_own_options: "Whether participants may not vote on options that they created.",
    privacy_policy_for_option_creators:
      "Whether members must accept `privacy_policy` to create an option.",
    privacy_policy_for_voters: "Whether participants must accept `privacy_policy` to take part.",
    private_comments: "Whether members read only their own comments. Admins read all.",
    randomize_options:
      "Whether members get lists of options in a random order. Each user always gets the same order.",
    require_all_dots:
      "Whether participants finish only once they have spent all dots: pages do not thank before, `complete` in surveys is refused, and `required_option_votes_complete` is false.",
    require_approval:
      "Whether new options of members are `unreviewed`: other members do not see them until an admin approves them.",
    require_author_name: "Whether members must set `author_name` of their options.",
    require_description: "Whether members must set `description` of their options.",
    show_as_list:
      "Whether pages of galleries and calendars show their options as a list. Has no effect on the API.",
    show_metadata: "Whether responses contain the `metadata` of images: camera, lens and exposure.",
    show_photo_info_by_default:
      "Whether the details below a picture in full size are open at first. Has no effect on the API.",
    terms_for_option_creators: "Whether members must accept `terms` to create an option.",
    terms_for_voters: "Whether participants must accept `terms` to take part.",
    thank_you_page:
      "Whether the thank-you page that follows the votes shows `thank_you_page_data`.",
    thank_you_page_submitter:
      "Whether the thank-you page that follows a submitted option shows `thank_you_page_submitter_data`.",
    white_label:
      "Whether pages and mails for participants hide the name, logo and color of the operator. Links to the imprint and the privacy policy stay.",
    double_opt_in:
      "Extension: whether participants must confirm their address by a link in a mail before their votes count.",
  }),
  ...booleans(true, {
    allow_description: "Whether members may set the `description` of their options.",
    allow_new_rows: "Whether members may become participants of a `Polls::Table`.",
    allow_search:
      "Whether the query parameter `search` searches the list of options for members. For admins it always does.",
    allow_share:
      "Whether the thank-you page that follows the votes has a button to share the poll. Has no effect on the API.",
    allow_voting: "Whether the poll accepts votes.",
    indexing:
      "Whether search engines may list the pages of the poll for participants. With `restrict_view_access` they may not.",
    public_admin_link:
      "Whether the admin hash gives admin access to every caller. Otherwise only to owners of the poll.",
    require_voter_name: "Whether participants must set `user_name`.",
  }),

  additional_attributes: attributes(
    "Fields that participants fill in, by id; at most 100. Requests send a list or this object, which replaces all fields.",
  ),
  additional_option_attributes: attributes(
    "Fields that creators of options fill in, by id; at most 100. Requests send a list or this object, which replaces all fields.",
  ),
  allowed_hosts: list(
    "Hosts whose web pages may use the poll with the access of a member, such as `example.org` or `*.example.org`. Empty: all hosts.",
    hostEntry,
  ),
  default_states: list<(typeof optionStates)[number]>(
    "States of options in a `Polls::Collection`. A new option has the first one, or `incoming` if the list is empty.",
    z.enum(optionStates),
  ),
  forwarded_url_parameters: list(
    "Extension: the names of the query parameters that `forward_url_parameters` passes on; at most 20.",
    entry(),
    FORWARDED_MAX,
  ),
  restricted_double_opt_in_domains: list(
    "Allowed domains of `optin_email` of participants. Empty: all domains.",
    domainEntry,
  ),
  state_labels: {
    ...object(
      "Extension: what the states of options in a `Polls::Collection` are called, by state; at most 40 characters each. Pages have names of their own for states without a label.",
    ),
    field: z.partialRecord(z.enum(optionStates), entry(STATE_LABEL_MAX)).nullable(),
  } satisfies Setting<Readonly<Record<string, unknown>>>,
  social_media_image_data: {
    ...object(
      "The picture of links to the poll in social media: `data` is a data URL of a JPEG, PNG, WebP, GIF or AVIF picture of at most 1 MB. Unset: a picture with the title.",
    ),
    field: jsonObjectWithPicture(),
  },
  thank_you_page_data: {
    ...object(
      "What the thank-you page after votes shows: `title`, `text`, `link` and `link_title`.",
    ),
    field: jsonObjectWithLink(),
  },
  thank_you_page_submitter_data: {
    ...object(
      "What the thank-you page after a submitted option shows: `title`, `text`, `link` and `link_title`.",
    ),
    field: jsonObjectWithLink(),
  },
  translations: {
    ...object(
      "Extension: the texts of the poll in further languages, by language, at most 20. Admins only: members read the texts in their language, or else as they were written. Requires `language`.",
    ),
    field: translationsField(pollTranslations),
  } as Setting<PollTranslations | undefined>,
  start_date_submission: moment(
    "The time from which members may create options. Unset: immediately.",
  ),

  delete_after_days: integer(
    "Extension: how many days after it closed the poll is deleted, with a mail to the owner before. At most the days for which the service keeps closed polls. Unset: as the service does.",
    1,
    DAYS_MAX,
  ),
  file_size_max_mb: integer(
    "The maximum size of a file of an option, in MB of 1,000,000 bytes. Unset: the caps of the service.",
  ),
  file_size_min_mb: integer(
    "The minimum size of a file of an option, in MB of 1,000,000 bytes. Unset: no minimum.",
  ),
  group_submission_max_entries: integer("The maximum number of files in a group. Unset: 20."),
  image_min_height: integer("The minimum height of images, in pixels. Unset: no minimum."),
  image_min_smallest_side_length: integer(
    "The minimum length of the shorter side of images, in pixels. Unset: no minimum.",
  ),
  image_min_width: integer("The minimum width of images, in pixels. Unset: no minimum."),
  option_limit: integer("The maximum number of options that one user may create. Unset: no limit."),
  participant_limit: integer(
    "Extension: how many participants can take part. Later participants wait, and cannot vote until a place is free. Unset: no limit.",
    1,
    PARTICIPANTS_MAX,
  ),
  submission_fee: integer(
    "The fee or suggested donation for a submitted option, in the minor unit of the currency (cents). Unset: none.",
    0,
    LARGEST_AMOUNT,
  ),
  vote_limit_per_voter_min: integer(
    "The least number of votes of a participant, counted like `vote_limit_per_voter`; the same number in both demands exactly so many. Pages do not thank before. Unset: none.",
  ),

  language: string(
    "Extension: the language in which the poll is written, such as `de` or `pt-BR`. Members read the language of the texts that they get. Unset: unknown.",
    lengths.short,
    languageField,
  ),
  privacy_policy: string(
    "The privacy policy that creators and participants accept; shown on pay pages.",
    lengths.long,
  ),
  publisher: string(
    "The name of the publisher of the poll; shown in mails and on the pages to confirm and to pay.",
  ),
  publisher_email: string(
    "The e-mail address of the publisher; shown in mails and on the pages to confirm and to pay.",
    lengths.short,
    email,
  ),
  publisher_info: string(
    "The imprint of the publisher; shown in mails and on the pages to confirm and to pay.",
    lengths.long,
  ),
  social_media_description: string(
    "The text of links to the poll in social media. Unset: the description of the poll.",
  ),
  social_media_title: string(
    "The title of links to the poll in social media. Unset: the title of the poll.",
  ),
  submission_fee_title: string("What a submission fee or donation is for; shown to the payer."),
  terms: string(
    "The terms that creators and participants accept; shown on pay pages.",
    lengths.long,
  ),
  voting_fee_title: string(
    "What a voting fee, donation or bought vote is for; shown to the payer.",
  ),

  access_by_provider: optionalChoice(
    "The provider at which participants must sign in, so that each person takes part once. `facebook` has no effect where the service has no such provider.",
    "facebook",
    ...providerIds,
  ),
  advent_calendar_shape: choice(
    "How the page shows the closed doors of a calendar. Has no effect on the API.",
    "number",
    "door",
  ),
  dot_vote_icon: choice("The sign of dots on the page. Has no effect on the API.", ...dotVoteIcons),
  notify_votes: optionalChoice(
    "Extension: when `creator_email`, or else the owner, gets a mail about new votes: a few minutes after them, once a day, or once all invited have voted. Unset: never.",
    "each_vote",
    "daily",
    "all_answered",
  ),
  theme: optionalChoice(
    "Extension: the color of pages for participants. Unset: that of the service. Has no effect on the API.",
    ...themes,
  ),
  title_font: choice(
    "Extension: the face of titles on pages for participants: a modern one, one with serifs, or that of the device. Has no effect on the API.",
    "modern",
    "serif",
    "system",
  ),
  effect: optionalChoice(
    "The animation over the pages of the poll. Has no effect on the API.",
    "snow",
    "fireflies",
  ),
  image_orientation: choice(
    "The allowed orientation of images of options.",
    "all",
    "landscape",
    "portrait",
    "square",
  ),
  option_vote_requirement: choice(
    "Whether participants are to vote on all options. With `all_options`, admins read `required_option_votes_complete` of participants, and `complete` in surveys requires an answer to each option.",
    "optional",
    "all_options",
  ),
  photo_gallery_image_mode: choice(
    "Whether the grid of a gallery shows whole images, or cuts them to fill their frame. Has no effect on the API.",
    "contain",
    "cover",
  ),
  photo_gallery_layout: choice(
    "How the page of a gallery arranges its images: in columns (`masonry`) or in a grid. `auto` is a grid with `photo_gallery_image_mode = cover`. Has no effect on the API.",
    "auto",
    "grid",
    "masonry",
  ),
  submission_fee_type: feeType(
    "What creators of options pay: nothing, `submission_fee`, or a donation. **The operator of the service receives the money**, or the owner if the owner has connected an account. Default: `submission_fee` while that amount is above 0, else unset.",
    "submission_fee",
    "submission_donation",
  ),

  /** Internal, derived: the names in `derivedFromSettings` that were set. */
  chosen: {
    meaning: "",
    kind: "internal",
    field: z.never(),
    fallback: (_type, stored) => derivedFromSettings.filter((name) => stored[name] !== undefined),
    revive: () => [],
  } satisfies Setting<readonly string[]> as Setting<readonly string[]>,
  /** Internal: the highest id that a voting category of the poll ever had. Ids are not reused. */
  last_voting_category_id: {
    ...integer(""),
    kind: "internal",
    fallback: () => 0,
  } as Setting<number>,
} satisfies Readonly<Record<string, Setting<unknown>>>;
