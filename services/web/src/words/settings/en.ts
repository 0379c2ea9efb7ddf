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
  /** The name of a setting, and what the name does not say. */
  readonly settings: Readonly<Record<SettingName, readonly [string, string?]>>;
  /** The same where it means something else in a kind of votes, or in bought votes. */
  readonly byVotes: Readonly<
    Partial<
      Record<
        NonNullable<Settings["vote_type"]> | "bought",
        Readonly<Partial<Record<SettingName, readonly [string, string?]>>>
      >
    >
  >;
  /** What it means that a setting has no value. */
  readonly unset: Readonly<Partial<Record<SettingName, string>>>;
  /** The names of values. Those of orders, vote types and counting methods are elsewhere. */
  readonly choices: {
    readonly [Name in Exclude<
      ChoiceName,
      "default_sort" | "vote_type" | "counting_method"
    >]: Readonly<Record<Settings[Name], string>>;
  };
}

export const en: SettingWords = {
  groups: {
    voting: "How people vote",
    participants: "Who can take part",
    submissions: "What people may add",
    results: "What people see",
    time: "When",
    mails: "E-mails",
    files: "Files",
    legal: "Publisher, terms and privacy",
    money: "Money",
    looks: "How it looks",
  },
  settings: {
    vote_type: ["Kind of vote", "Fixed after the first vote."],
    option_type: ["Kind of content", "Fixed once there is some."],
    allow_voting: ["Accept votes", "Off: people can look, but not vote."],
    vote_limit_per_voter: [
      "Limit per participant",
      "On how many {things} one can vote. Empty: no limit.",
    ],
    vote_limit_per_voter_min: [
      "Least number of votes",
      "How many votes a participant must cast. With the same number as limit, exactly so many. Empty: none.",
    ],
    vote_limit_per_option: ["Maximum value", "Empty: no limit."],
    vote_limit_per_option_min: ["Minimum value", "It may be below zero. Empty: no limit."],
    limit_per_option_type: ["Places per {thing}", "How many people can choose the same one."],
    limit_per_option: ["Number of places", "For each {thing}."],
    vote_per_day: ["Vote again each day"],
    voting_categories: [
      "Categories",
      "Participants vote on each {thing} once in each of these categories.",
    ],
    option_vote_requirement: ["Required answers", "Before the next step."],
    require_all_dots: ["Spend all dots", "No one finishes with dots left."],
    final_votes: [
      "Final votes",
      "Participants choose first, then cast all their votes at once, and cannot change them.",
    ],
    prevent_vote_for_own_options: ["No votes on one's own {things}"],
    randomize_options: ["Shuffle the {things}", "Each participant sees another order."],
    default_sort: ["Order of the {things}"],
    allow_change_sort: ["Let participants sort"],
    options_per_page: ["{things} per page", "From 1 to 100."],
    require_voter_name: ["Ask for a name", "No one takes part without one."],
    anonymize_voter_names: [
      "Replace the names",
      "Everyone sees made-up names. Given ones are not stored.",
    ],
    additional_attributes: ["Details to ask for", "Filled in before one votes."],
    participant_limit: [
      "Places",
      "Who comes later waits, and moves up when a place is free. Empty: any number.",
    ],
    participant_limitation_type: ["How often people can take part"],
    access_by_provider: [
      "Sign in to take part",
      "Each person takes part once. The poll does not learn who they are.",
    ],
    double_opt_in: [
      "Confirm the address",
      "Votes count once the participant has confirmed an e-mail address.",
    ],
    restricted_double_opt_in_domains: [
      "Domains of addresses",
      "Only people with addresses of these can take part. Empty: all.",
    ],
    jury_mode: ["Jury only", "Others cannot vote. You invite its members under “People”."],
    restrict_view_access: [
      "Restrict reading",
      "It needs the same as voting: the password, a place on the jury or an invitation.",
    ],
    hidden_participants: ["Hide participants", "People see only themselves. You see everyone."],
    allow_new_rows: ["New rows in a table", "Off: people can only change the row that they have."],
    public_admin_link: [
      "Manage by the link",
      "Everyone with the link to manage the poll may do so. Off: only owners.",
    ],
    allowed_hosts: [
      "Websites",
      "Only pages of these hosts may use and embed the poll, such as *.example.org. Empty: all.",
    ],
    disable_participant_sign_up: [
      "No addresses of participants",
      "Participants cannot send themselves the link for their other devices, or be told of a date.",
    ],
    allow_new_options: ["Let participants add something"],
    require_approval: [
      "Approve before showing",
      "What people add, and what they comment, is hidden until you approve it.",
    ],
    option_limit: ["{things} per person", "How many one person can add. Empty: any number."],
    notify_votes: ["Tell me about votes", "By e-mail."],
    notify_result: [
      "Tell participants the result",
      "By e-mail when the poll closes, to confirmed addresses.",
    ],
    notify_state_changes: [
      "Tell voters about new states",
      "Your message goes to the confirmed addresses of those who voted for the idea.",
    ],
    notify_new_options: ["Tell me by e-mail", "When participants add {things}."],
    require_author_name: ["Ask for the author", "Nothing is added without a name."],
    hidden_author_name: ["Hide the authors", "You still see their names."],
    allow_description: ["Descriptions", "Participants can describe what they add."],
    require_description: ["Ask for a description", "Nothing is added without one."],
    allow_subtitle: ["Subtitles", "Participants can add a second line."],
    allow_info_link: ["Links", "Participants can add the address of a page."],
    additional_option_attributes: [
      "Details of what is added",
      "Filled in by those who add something.",
    ],
    state_labels: ["Names of the states", "Empty: the name that is shown in the field."],
    default_states: ["State of new ideas", "Until you give them another one."],
    allow_group_submissions: ["Series of photos", "One entry can have several photos."],
    group_submission_max_entries: ["Photos per series", "The most in one series. Empty: 20."],
    results_visible: ["Participants see results", "With the votes of others."],
    hidden_best_rating: ["Hide the winner", "The results do not show what leads."],
    hide_options: ["Hide what others add", "Until the time for adding ends."],
    public_answers: ["Show answers", "Participants can read the answers of others."],
    counting_method: [
      "Counting method",
      "Participants see its name, and the results show each step of the count.",
    ],
    seats: ["Number of winners", "Empty: one."],
    tie_break: ["Ties", "What decides between equals."],
    target: ["Goal", "What the results point out."],
    rating_method: ["Average", "By how many people the sum is divided."],
    start_date_voting: ["Voting starts", "Empty: at once."],
    deadline_voting: ["Voting ends", "The poll then closes by itself. Empty: never."],
    options_visible_before_voting: ["Show {things} before the start"],
    start_date_submission: ["Adding starts", "Empty: at once."],
    deadline_submission: ["Adding ends", "Empty: no end."],
    timezone: ["Time zone", "Such as Europe/Berlin."],
    delete_after_days: ["Delete after closing", "You get an e-mail before."],
    allow_attachments: ["Downloads", "Everyone can download the original files."],
    show_metadata: ["Camera data", "Everyone sees camera, lens and exposure."],
    hidden_image_name: ["Hide names of pictures", "Only you and their authors see them."],
    file_size_max_mb: ["Maximum file size (MB)"],
    file_size_min_mb: ["Minimum file size (MB)"],
    image_orientation: ["Shape of pictures", "Others are not accepted."],
    image_min_width: ["Minimum width", "In pixels."],
    image_min_height: ["Minimum height", "In pixels."],
    image_min_smallest_side_length: ["Minimum shorter side", "In pixels."],
    publisher: ["Publisher", "Shown on pages and in e-mails."],
    publisher_email: ["Address of the publisher", "An e-mail address for questions."],
    publisher_info: ["Imprint", "Shown in e-mails and on pages for confirming and paying."],
    terms: ["Terms", "Your text, for those who must accept it."],
    terms_for_voters: ["Participants accept the terms"],
    terms_for_option_creators: ["Authors accept the terms"],
    privacy_policy: ["Privacy policy", "Your text, for those who must accept it."],
    privacy_policy_for_voters: ["Participants accept the policy"],
    privacy_policy_for_option_creators: ["Authors accept the policy"],
    voting_fee_type: ["What voting costs"],
    voting_fee: ["Price"],
    voting_fee_title: ["What the price is for", "Shown to people who pay."],
    submission_fee_type: ["What adding costs"],
    submission_fee: ["Price of adding"],
    submission_fee_title: ["What this price is for", "Shown to people who pay."],
    allow_share: ["Sharing", "A button on the thank-you page after voting."],
    allow_search: ["Search", "Long lists have a field for it."],
    allow_comments: ["Comments", "Participants can comment on each {thing}."],
    private_comments: ["Private comments", "Only you and who wrote a comment read it."],
    show_as_list: ["As a list", "One below the other."],
    hide_tags: ["Hide tags", "Participants neither see them nor search by them."],
    dot_vote_icon: ["Appearance of dots"],
    advent_calendar_shape: ["Appearance of doors", "While they are closed."],
    theme: ["Color"],
    title_font: ["Font of titles"],
    effect: ["Effect", "An animation. Devices that ask for less motion do not show it."],
    photo_gallery_layout: [
      "Layout of the {things}",
      "Automatic: in columns, or in a grid if pictures fill their frame.",
    ],
    photo_gallery_image_mode: ["Frame of the {things}", "How a grid shows its pictures."],
    photo_gallery_full_width: ["{things} in full width", "As wide as the window."],
    show_photo_info_by_default: ["Details open", "Below a picture in full size."],
    thank_you_page: [
      "Thank-you page after voting",
      "Your own text after the votes, or after the last step.",
    ],
    thank_you_page_data: ["Content of the thank-you page"],
    thank_you_page_submitter: [
      "Thank-you page after adding",
      "Your own text for those who add something.",
    ],
    thank_you_page_submitter_data: ["Content of the page after adding"],
    social_media_title: ["Title in social media", "Empty: the title of the poll."],
    social_media_description: ["Text in social media", "Empty: the description of the poll."],
    social_media_image_data: [
      "Picture in social media",
      "Without one, the service draws it with the title.",
    ],
    indexing: ["Search engines", "They may list the pages of the poll."],
    forward_url_parameters: [
      "Pass on URL parameters",
      "To the link of the thank-you page, and into fields with such a title.",
    ],
    forwarded_url_parameters: ["Passed parameters", "Their names, at most 20."],
    white_label: [
      "Without a brand",
      "Hides name, logo and color of the operator on pages and in e-mails for participants.",
    ],
  },
  byVotes: {
    "Votes::DotVote": {
      vote_limit_per_voter: ["Dots per participant", "Empty: 10."],
      vote_limit_per_voter_min: [
        "Least number of dots",
        "How many a participant must spend. With the same number as above, exactly so many. Empty: none.",
      ],
      vote_limit_per_option: ["Most dots on one {thing}", "Empty: all of them."],
      vote_limit_per_option_min: ["Least dots on one {thing}", "Where one gives any. Empty: one."],
    },
    "Votes::RatingVote": { vote_limit_per_option: ["Number of stars", "Empty: five."] },
    "Votes::RangeVote": {
      vote_limit_per_option: ["Maximum value", "Empty: 10."],
      vote_limit_per_option_min: ["Minimum value", "It may be below zero. Empty: 0."],
    },
    bought: {
      vote_limit_per_voter: [
        "Limit per participant",
        "How many votes one can buy. Empty: no limit.",
      ],
      vote_limit_per_option: ["Most votes on one {thing}", "How many one can buy for it."],
      vote_limit_per_option_min: ["Least votes on one {thing}", "How many one must buy at least."],
    },
  },
  unset: {
    access_by_provider: "Without signing in",
    effect: "None",
    notify_votes: "Never",
    theme: "That of this service",
  },
  choices: {
    notify_votes: {
      each_vote: "A few minutes after each vote",
      daily: "Once a day",
      all_answered: "Once all invited have voted",
    },
    option_type: {
      "Options::TextOption": "Text",
      "Options::DateOption": "Date",
      "Options::DatetimeOption": "Date and time",
      "Options::DateRangeOption": "Period in days",
      "Options::TimeRangeOption": "Period with times",
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
    limit_per_option_type: {
      no_limit: "Any number",
      limit_for_all: "The same for all",
      limit_individual: "Each has its own",
    },
    option_vote_requirement: {
      optional: "Where a step or question requires it",
      all_options: "All",
    },
    participant_limitation_type: {
      check_nothing: "Any number of times",
      check_user: "Once per person",
      check_ip: "Once per internet connection",
      check_invitation: "Once per invitation",
    },
    access_by_provider: {
      facebook: "With Facebook",
      oidc: "With the first way to sign in of this service",
      oidc_2: "With the second way to sign in of this service",
      oidc_3: "With the third way to sign in of this service",
    },
    target: {
      best_option: "The best one",
      best_distribution: "The best distribution of participants",
      lowest_resistance: "The least resistance",
    },
    results_visible: {
      always: "Always",
      after_own_vote: "After their own vote",
      after_closing: "Once the poll is closed",
      never: "Never",
    },
    rating_method: {
      average_by_voted: "Those who voted on it",
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
    advent_calendar_shape: { number: "Numbers", door: "Doors" },
    dot_vote_icon: { dot: "Dots", star: "Stars", heart: "Hearts", coin: "Coins" },
    theme: {
      red: "Red",
      orange: "Orange",
      amber: "Amber",
      lime: "Lime",
      green: "Green",
      teal: "Teal",
      cyan: "Cyan",
      blue: "Blue",
      indigo: "Indigo",
      violet: "Violet",
      magenta: "Magenta",
      rose: "Rose",
    },
    title_font: { modern: "Modern", serif: "With serifs", system: "That of the device" },
    effect: { snow: "Snow", fireflies: "Fireflies" },
    photo_gallery_image_mode: { contain: "Whole picture", cover: "Fill the frame" },
    photo_gallery_layout: { auto: "Automatic", grid: "Grid", masonry: "Masonry" },
  },
};
