import type { Poll } from "@polls/client";
import type { SettingGroup, SettingName } from "../../types/settings";

type Settings = Required<Poll["settings"]>;
type ChoiceName = {
  [Name in SettingName]: Settings[Name] extends string
    ? string extends Settings[Name]
      ? never
      : Name
    : never;
}[SettingName];

/** The texts about the settings of polls, in a language. */
export interface SettingWords {
  readonly groups: Readonly<Record<SettingGroup, string>>;
  /** The name of a setting, and what it means. */
  readonly settings: Readonly<Record<SettingName, readonly [string, string]>>;
  /** The names of values. The names of vote kinds are elsewhere. */
  readonly choices: {
    readonly [Name in Exclude<ChoiceName, "vote_type">]: Readonly<Record<Settings[Name], string>>;
  };
}

const unused = "It has no effect on the pages of this service; pages of your own may use it.";

export const en: SettingWords = {
  groups: {
    voting: "Voting",
    participants: "Participants",
    submissions: "What participants add",
    results: "Results",
    time: "Start and end",
    files: "Files",
    legal: "Publisher, terms and privacy",
    money: "Money",
    looks: "Looks and pages of your own",
  },
  settings: {
    vote_type: ["Kind of vote", "How one votes on an option. It is fixed from the first vote on."],
    option_type: ["Kind of option", "What is voted on. It is fixed from the first option on."],
    allow_voting: ["Take votes", "Whether the poll takes votes at all."],
    vote_limit_per_voter: [
      "Limit per participant",
      "How many options one votes on, or how many dots one has. Empty: no limit, for dots 10.",
    ],
    vote_limit_per_option: [
      "Greatest value",
      "The greatest value of one vote, such as the number of stars.",
    ],
    vote_limit_per_option_min: [
      "Least value",
      "The least value of one vote. It may be below zero.",
    ],
    limit_per_option_type: [
      "Places of an option",
      "How many participants may choose the same option.",
    ],
    limit_per_option: [
      "Number of places",
      "How many participants an option is for, where the limit is the same for all.",
    ],
    vote_per_day: ["Vote each day", "Whether one votes again each day."],
    voting_categories: ["Categories", "Each option is voted on once in each of these categories."],
    option_vote_requirement: [
      "Demanded votes",
      "Whether participants are told to vote on all options.",
    ],
    require_all_dots: ["Spend all dots", "Whether participants are told to spend all dots."],
    prevent_vote_for_own_options: [
      "No votes on own options",
      "Whether one is kept from voting on what one has added.",
    ],
    randomize_options: [
      "Shuffle the options",
      "Whether each participant sees the options in another order.",
    ],
    default_sort: ["Order of the options", "The order in which the options are listed."],
    allow_change_sort: ["Let readers sort", "Whether readers may choose another order."],
    options_per_page: ["Options a page", "How many options a page of the list has, 1 to 100."],
    require_voter_name: ["Ask for a name", "Whether participants must give a name."],
    anonymize_voter_names: [
      "Replace the names",
      "Whether all see a made-up name instead of a given one. Given names are not stored.",
    ],
    additional_attributes: ["Further fields", "What else participants fill in before they vote."],
    participant_limitation_type: [
      "How often one takes part",
      "Whether a person, a connection or an invitation takes part once.",
    ],
    double_opt_in: [
      "Confirm the address",
      "Whether votes count only once a link in an e-mail was opened.",
    ],
    restricted_double_opt_in_domains: [
      "Domains of addresses",
      "Only addresses of these domains may take part. Empty: all.",
    ],
    jury_mode: ["Jury only", "Whether only participants on the jury vote."],
    restrict_view_access: [
      "Restrict reading",
      "Whether one needs for reading what one needs for voting: password, jury or invitation.",
    ],
    hidden_participants: ["Hide participants", "Whether participants are hidden from each other."],
    allow_new_rows: ["New rows in a table", "Whether participants may add their row to a table."],
    public_admin_link: [
      "Manage by the link",
      "Whether everyone with the link to manage the poll may do so. Otherwise owners alone.",
    ],
    allowed_hosts: [
      "Web sites",
      "Only pages of these hosts may use and embed the poll, such as *.example.org. Empty: all.",
    ],
    disable_participant_sign_up: ["No sign-up of participants", unused],
    access_by_provider: ["Sign-in by a provider", unused],
    allow_new_options: ["Let participants add options", "Whether participants may add options."],
    require_approval: [
      "Approve before showing",
      "Whether added options are hidden until you approve them.",
    ],
    option_limit: [
      "Options per person",
      "The most options that one person adds. Empty: any number.",
    ],
    notify_new_options: ["Tell me by e-mail", "Whether you get an e-mail when options are added."],
    require_author_name: ["Ask for the author", "Whether one must give the name of the author."],
    hidden_author_name: ["Hide the authors", "Whether names of authors are hidden from others."],
    allow_description: ["Descriptions", "Whether participants may describe what they add."],
    require_description: [
      "Ask for a description",
      "Whether participants must describe what they add.",
    ],
    allow_subtitle: ["Subtitles", "Whether participants may give a subtitle."],
    allow_info_link: ["Links", "Whether participants may give a link."],
    additional_option_attributes: ["Further fields", "What else one fills in who adds an option."],
    default_states: ["States", "States of ideas; a new idea has the first one."],
    allow_group_submissions: ["Series of photos", "Whether several photos can be one entry."],
    group_submission_max_entries: [
      "Photos of a series",
      "The most photos of one series. Empty: 20.",
    ],
    hide_results: ["Hide the results", "Whether results are hidden for good, from all but you."],
    hide_votes: ["Hide until the end", "Whether results are hidden until the poll is closed."],
    hidden_best_rating: ["Hide the winner", "Whether it is hidden which option is in front."],
    hide_options: [
      "Hide what others add",
      "Whether added options are hidden until the end of submissions.",
    ],
    public_answers: [
      "Show answers",
      "Whether participants of a survey read the answers of others.",
    ],
    target: ["What is looked for", "Which option the results point out."],
    rating_method: ["Average", "What the average divides by."],
    start_date_voting: ["Voting starts", "When the poll begins to take votes. Empty: at once."],
    deadline_voting: ["Voting ends", "When the poll closes by itself. Empty: never."],
    options_visible_before_voting: [
      "Show options before the start",
      "Whether participants see the options before voting starts.",
    ],
    start_date_submission: [
      "Adding starts",
      "When participants may begin to add options. Empty: at once.",
    ],
    deadline_submission: ["Adding ends", "Until when participants may add options. Empty: no end."],
    timezone: ["Time zone", "The zone of all times of the poll, such as Europe/Berlin."],
    allow_attachments: ["Downloads", "Whether all readers may download original files."],
    show_metadata: ["Camera data", "Whether readers see camera, lens and exposure of photos."],
    hidden_image_name: [
      "Hide names of pictures",
      "Whether names of pictures are hidden from others.",
    ],
    file_size_max_mb: ["Greatest file (MB)", "The most that a file has."],
    file_size_min_mb: ["Smallest file (MB)", "The least that a file has."],
    image_orientation: ["Shape of pictures", "Which pictures are taken, by their longer side."],
    image_min_width: ["Least width", "The least width of pictures, in pixels."],
    image_min_height: ["Least height", "The least height of pictures, in pixels."],
    image_min_smallest_side_length: [
      "Least shorter side",
      "The least length of the shorter side of pictures, in pixels.",
    ],
    publisher: ["Publisher", "Who runs the poll. It is shown on pages and in e-mails."],
    publisher_email: ["Address of the publisher", "An e-mail address for questions."],
    publisher_info: ["Imprint", "Shown in e-mails and on pages for confirming and paying."],
    terms: ["Terms", "The terms that one accepts."],
    terms_for_voters: [
      "Participants accept the terms",
      "Whether participants must accept the terms.",
    ],
    terms_for_option_creators: [
      "Authors accept the terms",
      "Whether those who add options must accept the terms.",
    ],
    privacy_policy: ["Privacy policy", "The privacy policy that one accepts."],
    privacy_policy_for_voters: [
      "Participants accept the policy",
      "Whether participants must accept the privacy policy.",
    ],
    privacy_policy_for_option_creators: [
      "Authors accept the policy",
      "Whether those who add options must accept the privacy policy.",
    ],
    voting_fee_type: [
      "What voting costs",
      "Whether participants pay for taking part or for each vote, or may donate.",
    ],
    voting_fee: ["Price of voting", "In the smallest unit of the currency, such as cents."],
    voting_fee_title: ["What the price is for", "Shown to those who pay."],
    submission_fee_type: [
      "What adding costs",
      "Whether one pays for an added option, or may donate.",
    ],
    submission_fee: ["Price of adding", "In the smallest unit of the currency, such as cents."],
    submission_fee_title: ["What this price is for", "Shown to those who pay."],
    allow_share: ["Sharing", "The page of thanks after votes has a button to share the poll."],
    allow_search: ["Search", "Long lists have a field to search them."],
    allow_comments: ["Comments", unused],
    private_comments: ["Private comments", unused],
    show_as_list: ["As a list", unused],
    hide_tags: ["Hide tags", unused],
    dot_vote_icon: ["Look of dots", unused],
    advent_calendar_shape: ["Look of doors", unused],
    effect: ["Effect", unused],
    photo_gallery_layout: ["Layout of photos", unused],
    photo_gallery_image_mode: ["Frame of photos", unused],
    photo_gallery_full_width: ["Photos in full width", unused],
    show_photo_info_by_default: ["Details of photos open", unused],
    thank_you_page: ["Page of thanks after votes", "A survey ends with words of yours."],
    thank_you_page_data: [
      "Content of the page of thanks",
      "Shown behind the last step of a survey.",
    ],
    thank_you_page_submitter: [
      "Page of thanks after adding",
      "Who submits something reads words of yours.",
    ],
    thank_you_page_submitter_data: ["Content of that page", "Shown after a submission."],
    social_media_title: ["Title in social media", unused],
    social_media_description: ["Text in social media", unused],
    social_media_image_data: ["Picture in social media", unused],
    indexing: ["Search engines", unused],
    forward_url_parameters: ["Pass on the query", unused],
    white_label: [
      "Without a brand",
      "Hides name, logo and color of the operator on pages and in e-mails for participants.",
    ],
  },
  choices: {
    option_type: {
      "Options::TextOption": "Text",
      "Options::DateOption": "Date",
      "Options::DatetimeOption": "Date and time",
      "Options::DateRangeOption": "Range of dates",
      "Options::TimeRangeOption": "Range of times",
      "Options::ImageOption": "Image",
      "Options::FileOption": "File",
      "Options::DrawingOption": "Drawing",
      "Options::LocationOption": "Place",
      "Options::SurveyStep": "Step of a survey",
      "Options::InputOption": "Question",
      "Options::PhotoOption": "Photo",
      "Options::VideoOption": "Video",
      "Options::AudioOption": "Recording",
      "Options::AdventCalendarOption": "Door",
    },
    default_sort: {
      "options.position asc": "As I sort them",
      "options.average_rating desc": "Best average first",
      "options.rating desc": "Highest sum first",
      "options.created_at desc": "Newest first",
      "options.created_at asc": "Oldest first",
      "options.content asc": "By the alphabet",
    },
    limit_per_option_type: {
      no_limit: "Any number",
      limit_for_all: "The same for all options",
      limit_individual: "Each option has its own",
    },
    option_vote_requirement: { optional: "Any", all_options: "On all options" },
    participant_limitation_type: {
      check_nothing: "Any number of times",
      check_user: "Once for each person",
      check_ip: "Once for each connection",
      check_invitation: "Once for each invitation",
    },
    target: {
      best_option: "The best option",
      best_distribution: "The best distribution of participants",
      lowest_resistance: "The least resistance",
    },
    rating_method: {
      average_by_voted: "Those who voted on the option",
      average_by_all: "All who voted in the poll",
    },
    image_orientation: {
      all: "Any",
      landscape: "Landscape",
      portrait: "Portrait",
      square: "Square",
    },
    voting_fee_type: {
      voting_fee: "A fee for taking part",
      voting_sell_votes: "Each vote is bought",
      voting_donation: "A donation",
    },
    submission_fee_type: { submission_fee: "A fee", submission_donation: "A donation" },
    access_by_provider: { facebook: "Facebook" },
    advent_calendar_shape: { number: "Numbers", door: "Doors" },
    dot_vote_icon: { dot: "Dots", star: "Stars", heart: "Hearts", coin: "Coins" },
    effect: { snow: "Snow", fireflies: "Fireflies" },
    photo_gallery_image_mode: { contain: "Whole picture", cover: "Fill the frame" },
    photo_gallery_layout: { auto: "Automatic", grid: "Grid", masonry: "Masonry" },
  },
};
