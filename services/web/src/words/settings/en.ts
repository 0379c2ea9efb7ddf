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
  /** The names of values. Those of vote kinds and counting methods are elsewhere. */
  readonly choices: {
    readonly [Name in Exclude<ChoiceName, "vote_type" | "counting_method">]: Readonly<
      Record<Settings[Name], string>
    >;
  };
}

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
    looks: "Appearance and your own pages",
  },
  settings: {
    vote_type: [
      "Kind of vote",
      "How participants vote on an option. It cannot be changed after the first vote.",
    ],
    option_type: [
      "Kind of option",
      "What participants vote on. It cannot be changed after the first option.",
    ],
    allow_voting: ["Accept votes", "Whether the poll accepts votes at all."],
    vote_limit_per_voter: [
      "Limit per participant",
      "How many options a participant can vote on, or how many dots a participant has. Empty: no limit, or 10 dots.",
    ],
    vote_limit_per_voter_min: [
      "Least number of votes",
      "How many votes a participant must cast, or how many dots to spend. With the same number as limit, exactly so many. Empty: none.",
    ],
    vote_limit_per_option: [
      "Maximum value",
      "The maximum value of one vote, such as the number of stars.",
    ],
    vote_limit_per_option_min: [
      "Minimum value",
      "The minimum value of one vote. It may be below zero.",
    ],
    limit_per_option_type: [
      "Places per option",
      "How many participants can choose the same option.",
    ],
    limit_per_option: [
      "Number of places",
      "How many participants can choose an option, if the limit is the same for all options.",
    ],
    vote_per_day: ["Vote each day", "Whether participants can vote again each day."],
    voting_categories: [
      "Categories",
      "Participants vote on each option once in each of these categories.",
    ],
    option_vote_requirement: [
      "Required answers",
      "Which answers a participant of a survey must give before the next step.",
    ],
    require_all_dots: [
      "Spend all dots",
      "Participants finish only when they have spent all their dots.",
    ],
    final_votes: [
      "Final votes",
      "Whether participants can neither change nor withdraw their votes. They choose first, and then cast all their votes at once.",
    ],
    prevent_vote_for_own_options: [
      "No votes on own options",
      "Whether participants are kept from voting on options that they added.",
    ],
    randomize_options: [
      "Shuffle the options",
      "Whether each participant sees the options in a different order.",
    ],
    default_sort: ["Order of the options", "The order in which the options are listed."],
    allow_change_sort: ["Let participants sort", "Whether participants can choose another order."],
    options_per_page: [
      "Options per page",
      "How many options the list shows at once, from 1 to 100.",
    ],
    require_voter_name: ["Ask for a name", "Whether participants must give a name."],
    anonymize_voter_names: [
      "Replace the names",
      "Whether everyone sees a made-up name instead of the given one. Given names are not stored.",
    ],
    additional_attributes: ["Further fields", "What else participants fill in before they vote."],
    participant_limit: [
      "Places",
      "How many people can take part. Who comes later waits, and moves up when a place is free. Empty: any number.",
    ],
    participant_limitation_type: [
      "How often people can take part",
      "Whether each person, internet connection or invitation can take part only once.",
    ],
    access_by_provider: [
      "Sign in to take part",
      "Whether participants sign in, so that each person takes part once. The poll does not learn who they are.",
    ],
    double_opt_in: [
      "Confirm the address",
      "Whether votes count only after the participant confirms an e-mail address.",
    ],
    restricted_double_opt_in_domains: [
      "Domains of addresses",
      "Only people with addresses of these domains can take part. Empty: all domains.",
    ],
    jury_mode: ["Jury only", "Whether only members of the jury can vote."],
    restrict_view_access: [
      "Restrict reading",
      "Whether people need the same for reading as for voting: the password, a place on the jury or an invitation.",
    ],
    hidden_participants: ["Hide participants", "Whether participants are hidden from each other."],
    allow_new_rows: ["New rows in a table", "Whether participants may add their row to a table."],
    public_admin_link: [
      "Manage by the link",
      "Whether everyone with the link to manage the poll may do so. Otherwise only owners may.",
    ],
    allowed_hosts: [
      "Websites",
      "Only pages of these hosts may use and embed the poll, such as *.example.org. Empty: all.",
    ],
    disable_participant_sign_up: [
      "No personal link by e-mail",
      "Whether participants cannot have the link for their other devices sent to an address.",
    ],
    allow_new_options: ["Let participants add options", "Whether participants can add options."],
    require_approval: [
      "Approve before showing",
      "Whether added options are hidden until you approve them.",
    ],
    option_limit: ["Options per person", "How many options one person can add. Empty: any number."],
    notify_votes: ["Tell me about votes", "When you get an e-mail about new votes."],
    notify_result: [
      "Tell participants the result",
      "Whether participants with a confirmed address get an e-mail when the poll closes.",
    ],
    notify_state_changes: [
      "Tell voters about new states",
      "Whether participants with a confirmed address who voted for an idea get an e-mail with your message when its state changes.",
    ],
    notify_new_options: [
      "Tell me by e-mail",
      "Whether you get an e-mail when participants add options.",
    ],
    require_author_name: [
      "Ask for the author",
      "Whether participants must name the author when they add an option.",
    ],
    hidden_author_name: [
      "Hide the authors",
      "Whether the names of authors are hidden from others.",
    ],
    allow_description: ["Descriptions", "Whether participants can describe what they add."],
    require_description: [
      "Ask for a description",
      "Whether participants must describe what they add.",
    ],
    allow_subtitle: ["Subtitles", "Whether participants can add a subtitle."],
    allow_info_link: ["Links", "Whether participants can add a link."],
    additional_option_attributes: [
      "Further fields",
      "What else participants fill in when they add an option.",
    ],
    state_labels: [
      "Names of the states",
      "What you call the states of ideas. Empty: the name that is shown in the field.",
    ],
    default_states: ["State of new ideas", "The state of an idea until you give it another one."],
    allow_group_submissions: ["Series of photos", "Whether one entry can have several photos."],
    group_submission_max_entries: [
      "Photos per series",
      "The maximum number of photos in one series. Empty: 20.",
    ],
    results_visible: [
      "Participants see results",
      "When participants see results and the votes of others.",
    ],
    hidden_best_rating: ["Hide the winner", "Whether the results do not show which option leads."],
    hide_options: [
      "Hide what others add",
      "Whether participants do not see the options of others until the time for adding ends.",
    ],
    public_answers: [
      "Show answers",
      "Whether participants of a survey can read the answers of others.",
    ],
    counting_method: [
      "Counting method",
      "How the votes become a result. Participants see the name of the method, and the results show each step of the count.",
    ],
    seats: ["Number of winners", "How many options are elected. Empty: one."],
    tie_break: ["Ties", "What decides between options that are equal in a step of the count."],
    target: ["Goal", "Which option the results point out."],
    rating_method: ["Average", "By how many participants the sum of an option is divided."],
    start_date_voting: ["Voting starts", "When the poll begins to accept votes. Empty: at once."],
    deadline_voting: ["Voting ends", "When the poll closes automatically. Empty: never."],
    options_visible_before_voting: [
      "Show options before the start",
      "Whether participants see the options before voting starts.",
    ],
    start_date_submission: [
      "Adding starts",
      "From when participants can add options. Empty: at once.",
    ],
    deadline_submission: ["Adding ends", "Until when participants can add options. Empty: no end."],
    timezone: ["Time zone", "The time zone of the poll, such as Europe/Berlin."],
    delete_after_days: [
      "Delete after days",
      "How many days after it closed the poll is deleted. You get an e-mail before. Empty: as long as this service keeps closed polls.",
    ],
    allow_attachments: ["Downloads", "Whether everyone can download the original files."],
    show_metadata: [
      "Camera data",
      "Whether everyone sees the camera, lens and exposure of photos.",
    ],
    hidden_image_name: [
      "Hide names of pictures",
      "Whether names of pictures are hidden from others.",
    ],
    file_size_max_mb: ["Maximum file size (MB)", "The maximum size of a file."],
    file_size_min_mb: ["Minimum file size (MB)", "The minimum size of a file."],
    image_orientation: ["Shape of pictures", "Which pictures are accepted, by their shape."],
    image_min_width: ["Minimum width", "The minimum width of pictures, in pixels."],
    image_min_height: ["Minimum height", "The minimum height of pictures, in pixels."],
    image_min_smallest_side_length: [
      "Minimum shorter side",
      "The minimum length of the shorter side of pictures, in pixels.",
    ],
    publisher: ["Publisher", "Who runs the poll. It is shown on pages and in e-mails."],
    publisher_email: ["Address of the publisher", "An e-mail address for questions."],
    publisher_info: ["Imprint", "Shown in e-mails and on pages for confirming and paying."],
    terms: ["Terms", "The terms that people accept."],
    terms_for_voters: [
      "Participants accept the terms",
      "Whether participants must accept the terms.",
    ],
    terms_for_option_creators: [
      "Authors accept the terms",
      "Whether people who add options must accept the terms.",
    ],
    privacy_policy: ["Privacy policy", "The privacy policy that people accept."],
    privacy_policy_for_voters: [
      "Participants accept the policy",
      "Whether participants must accept the privacy policy.",
    ],
    privacy_policy_for_option_creators: [
      "Authors accept the policy",
      "Whether people who add options must accept the privacy policy.",
    ],
    voting_fee_type: [
      "What voting costs",
      "Whether participants pay to take part, pay for each vote, or may donate.",
    ],
    voting_fee: ["Price", "What a participant or a vote costs, or the suggested donation."],
    voting_fee_title: ["What the price is for", "Shown to people who pay."],
    submission_fee_type: [
      "What adding costs",
      "Whether participants pay to add an option, or may donate.",
    ],
    submission_fee: ["Price of adding", "What adding costs, or the suggested donation."],
    submission_fee_title: ["What this price is for", "Shown to people who pay."],
    allow_share: ["Sharing", "The thank-you page after voting has a button to share the poll."],
    allow_search: ["Search", "Long lists have a field to search them."],
    allow_comments: ["Comments", "Whether participants can comment on options."],
    private_comments: [
      "Private comments",
      "Only those who wrote a comment and those who manage the poll read it.",
    ],
    show_as_list: [
      "As a list",
      "Whether galleries and calendars show their options as a list, one below the other.",
    ],
    hide_tags: ["Hide tags", "Whether tags of options are hidden from participants."],
    dot_vote_icon: ["Appearance of dots", "The sign beside the number of dots."],
    advent_calendar_shape: ["Appearance of doors", "How closed doors look."],
    theme: ["Color", "The color of the pages of the poll."],
    title_font: ["Font of titles", "The font of titles on the pages of the poll."],
    effect: [
      "Effect",
      "An animation over the pages of the poll. Devices that ask for less motion do not show it.",
    ],
    photo_gallery_layout: [
      "Layout of photos",
      "How a gallery arranges its pictures. Automatic: in columns, or in a grid if pictures fill their frame.",
    ],
    photo_gallery_image_mode: [
      "Frame of photos",
      "Whether a grid shows whole pictures, or cuts them to fill their frame.",
    ],
    photo_gallery_full_width: [
      "Photos in full width",
      "Whether a gallery is as wide as the window.",
    ],
    show_photo_info_by_default: [
      "Details of photos open",
      "Whether the details below a picture in full size are open at first.",
    ],
    thank_you_page: [
      "Thank-you page after voting",
      "Participants see your own text after they vote or after the last step of a survey.",
    ],
    thank_you_page_data: [
      "Content of the thank-you page",
      "The heading, text and link on this page.",
    ],
    thank_you_page_submitter: [
      "Thank-you page after adding",
      "Participants who submit something see your own text.",
    ],
    thank_you_page_submitter_data: [
      "Content of the page after adding",
      "The heading, text and link on that page.",
    ],
    social_media_title: [
      "Title in social media",
      "The title of links to the poll. Empty: the title of the poll.",
    ],
    social_media_description: [
      "Text in social media",
      "The text of links to the poll. Empty: the description of the poll.",
    ],
    social_media_image_data: [
      "Picture in social media",
      "The picture of links to the poll. Without it, the service draws one with the title.",
    ],
    indexing: ["Search engines", "Whether search engines may list the pages of the poll."],
    forward_url_parameters: [
      "Pass on URL parameters",
      "Whether the link of the thank-you page gets parameters of the address, and fields with such a title are filled in.",
    ],
    forwarded_url_parameters: [
      "Passed parameters",
      "The names of the parameters that are passed on, at most 20.",
    ],
    white_label: [
      "Without a brand",
      "Hides name, logo and color of the operator on pages and in e-mails for participants.",
    ],
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
    default_sort: {
      "options.position asc": "As I sort them",
      "options.average_rating desc": "Best average first",
      "options.rating desc": "Highest sum first",
      "options.created_at desc": "Newest first",
      "options.created_at asc": "Oldest first",
      "options.content asc": "In alphabetical order",
    },
    limit_per_option_type: {
      no_limit: "Any number",
      limit_for_all: "The same for all options",
      limit_individual: "Each option has its own",
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
      best_option: "The best option",
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
