import type { FieldProblemKind } from "@polls/client";

/** The texts about problems of fields, in a language. Values of the service are in braces. */
export interface ProblemWords {
  readonly sentences: Readonly<Record<FieldProblemKind, string>>;
  /** Names of fields, which are shown before their sentences. */
  readonly fields: Readonly<Record<NamedField, string>>;
  readonly and: string;
}

/** Fields of request bodies, except settings and additional attributes. */
type NamedField =
  | "title"
  | "description"
  | "location"
  | "password"
  | "member_hash"
  | "type"
  | "options"
  | "voting_categories"
  | "content"
  | "subtitle"
  | "info_link"
  | "info_link_title"
  | "author_name"
  | "start_date"
  | "end_date"
  | "position"
  | "data"
  | "attachment"
  | "option_attachments"
  | "youtube_id"
  | "vimeo_id"
  | "allowed_values"
  | "user_name"
  | "optin_email"
  | "invitation"
  | "vote"
  | "vote_text"
  | "name"
  | "email"
  | "account_id"
  | "url"
  | "events"
  | "poll_id"
  | "expires_at"
  | "csv"
  | "xlsx"
  | "votes";

export const en: ProblemWords = {
  and: "and",
  fields: {
    title: "Title",
    description: "Description",
    location: "Place",
    password: "Password",
    member_hash: "Address",
    type: "Type",
    options: "Options",
    voting_categories: "Voting categories",
    content: "Text",
    subtitle: "Subtitle",
    info_link: "Link",
    info_link_title: "Text of the link",
    author_name: "Author",
    start_date: "Start",
    end_date: "End",
    position: "Place in the list",
    data: "Data",
    attachment: "File",
    option_attachments: "Files",
    youtube_id: "Film at YouTube",
    vimeo_id: "Film at Vimeo",
    allowed_values: "Choices",
    user_name: "Name",
    optin_email: "E-mail address",
    invitation: "Invitation",
    vote: "Vote",
    vote_text: "Answer",
    name: "Name",
    email: "E-mail address",
    account_id: "Id of the account",
    url: "Address",
    events: "Events",
    poll_id: "Poll",
    expires_at: "Expiry",
    csv: "Table",
    xlsx: "Table",
    votes: "Votes",
  },
  sentences: {
    required: "This is needed.",
    required_with: "This is needed with “{setting}”.",
    unknown_field: "The service does not know this field.",
    unknown_setting: "The service does not know this setting.",
    unknown_fields: "The service does not know some of these fields.",
    given_twice: "This was sent twice.",
    not_text: "Please enter a text.",
    not_number: "Please enter a number.",
    not_decimal: "Please enter a number with a decimal point.",
    not_short_decimal: "Please enter a number with at most 4 decimals.",
    not_whole: "Please enter a whole number.",
    not_whole_from: "Please enter a whole number from {min}.",
    not_whole_within: "Please enter a whole number from {min} to {max}.",
    not_whole_within_or_0: "Please enter 0, or a whole number from {min} to {max}.",
    not_page_number: "Please enter a whole number from 1 on.",
    not_flag: "Please choose yes or no.",
    not_list: "A list is needed here.",
    not_list_of_texts: "A list of texts is needed here.",
    not_object: "This has the wrong form.",
    not_null: "This must stay empty.",
    not_date: "Please enter a whole date.",
    not_moment: "Please enter date and time.",
    not_email: "Please enter an e-mail address, such as ada@example.org.",
    not_link: "Please enter an address that begins with https:// or http://.",
    not_endpoint: "Please enter an address, such as https://example.org/path.",
    not_https: "The address must begin with https://.",
    not_host: "Please enter a host name, such as example.org or *.example.org.",
    not_domain: "Please enter a domain, such as example.org.",
    not_time_zone: "Please enter a time zone, such as Europe/Berlin.",
    not_member_hash: "Please enter 4 to 64 of the characters a-z, 0-9, - and _.",
    not_film_of: "Please enter the address of a film at {site}.",
    not_data_uri: "The file did not arrive whole. Please choose it again.",
    not_base64: "The file did not arrive whole. Please choose it again.",
    not_page_path: "This is no page of the service.",
    not_one_of: "Please choose one of these: {values}",
    not_of_type: "This has the wrong form.",
    wrong_type: "This has the wrong form.",
    wrong_form: "This has the wrong form.",
    wrong_key: "This has the wrong form.",
    wrong_entry: "An entry has the wrong form.",
    not_plain_text: "Some characters cannot be kept. Please remove them.",
    not_one_line: "Please write one line only.",
    not_kept: "This cannot be kept.",
    number_too_large: "This number is too large.",
    number_not_exact: "This number is too large to be kept exactly.",
    out_of_range: "This is out of range.",
    too_small: "At least {min}, please.",
    too_large: "At most {max}, please.",
    not_above: "More than {min}, please.",
    not_below: "Less than {max}, please.",
    not_multiple: "Please enter a multiple of {step}.",
    too_short: "At least {min} characters, please.",
    too_long: "At most {max} characters, please.",
    too_few: "At least {min} entries, please.",
    too_many: "At most {max} entries, please.",
    too_many_in_all: "At most {max} entries in all, please.",
    too_many_addresses: "At most {max} addresses, please.",
    not_in_future: "Please choose a time in the future.",
    named_twice: "A value stands here twice.",
    id_named_twice: "An id stands here twice.",
    category_named_twice: "A category stands here twice.",
    value_not_allowed: "This is not one of the choices.",
    values_not_allowed: "One of these is not among the choices.",
    admins_only: "Only those who manage this poll can set this.",
    surveys_only: "This is for surveys only.",
    circles_only: "Only circles have this.",
    reserved: "This address is kept for the service. Please choose another one.",
    not_in_poll: "This poll does not take this.",
    not_for_class: "This kind of option does not take this.",
    not_for_options: "The options of this poll do not take this.",
    not_for_poll_type: "Polls of this type do not take this.",
    not_set_for_poll_type: "Polls of this type do not have this setting.",
    not_given_for_type: "Polls of this type do not take this.",
    not_for_attributes: "Only fields to choose from have choices.",
    on_create_in_settings: "This can be set once the poll is made.",
    not_accepted: "Please accept this.",
    not_taken_back: "This cannot be taken back.",
    fixed: "This cannot be changed any more.",
    fixed_by_options: "This cannot be changed any more: there are options.",
    fixed_by_votes: "This cannot be changed any more: there are votes.",
    fixed_by_votes_below: "This cannot be changed: there are votes below it.",
    fixed_by_votes_above: "This cannot be changed: there are votes above it.",
    fixed_by_votes_of_lines: "This cannot be changed: there are answers of several lines.",
    fixed_by_votes_above_limit: "This cannot be changed: some have used more already.",
    fixed_by_votes_for: "This cannot be changed: there are votes for {values}.",
    fixed_by_account: "This cannot be changed once the account is made.",
    stays_closed: "The poll stays closed until the end of voting is moved.",
    category_has_votes: "This category has votes and must stay: {values}",
    category_not_behind: "There are votes: new categories stand behind the others.",
    must_not_be_after: "This must not be after “{setting}”.",
    must_not_be_before: "This must not be before “{setting}”.",
    must_not_be_above: "This must not be above “{setting}”.",
    must_not_be_below: "This must not be below “{setting}”.",
    no_place: "At least 1, please: otherwise nobody could vote.",
    needs_amount: "This needs an amount in “{setting}”.",
    needs_other_amount: "This needs another amount in “{setting}”.",
    needed_by: "This is needed by “{setting}”.",
    amount_too_small:
      "The amount is too small. The least is {min}, in the smallest unit of {currency}.",
    amount_too_large:
      "The amount is too large. The most is {max}, in the smallest unit of {currency}.",
    amount_not_multiple:
      "The amount must be a multiple of {step}, in the smallest unit of {currency}.",
    votes_not_sold: "Votes of this kind cannot be sold.",
    not_sold_with: "Votes of this kind cannot be sold. Please change “{setting}” first.",
    no_vote_counts: "Then no vote would count, together with: {settings}",
    purchase_below: "Then no purchase would reach the least amount of {min}.",
    purchase_below_with:
      "Then no purchase would reach the least amount of {min}, together with: {settings}",
    purchase_above: "Then every purchase would be above the largest amount of {max}.",
    purchase_above_with:
      "Then every purchase would be above the largest amount of {max}, together with: {settings}",
    vote_and_text: "Either a number or a text, please.",
    other_kind_of_vote: "Votes of this kind are given in another way.",
    not_own_file: "This is not your file.",
    category_missing_in_poll: "This poll has no voting categories.",
    category_unknown: "This is not one of the voting categories.",
    not_one_participant: "These votes must be of one participant.",
    answers_missing: "Some answers that are needed are missing.",
    not_address_of: "Please enter an address of {values}.",
    takes_no_options: "There can be no options here.",
    too_deep: "There can be no further level of options here.",
    takes_no_category: "There can be no category here.",
    not_earlier_step: "A rule must name an option of an earlier step.",
    not_one_file: "One file, please.",
    not_one_source: "Either one file, or the address of one film, please.",
    location_type_changed: "The place must be given again with another form.",
    coordinates_missing: "{min} coordinates are needed here.",
    coordinates_outside: "{min} to {max} coordinates are needed here.",
    not_image: "Please choose a picture.",
    not_video: "Please choose a film.",
    not_sound: "Please choose a sound.",
    not_document: "Please choose a document.",
    file_of_other_kind: "Files of this kind are not taken here.",
    file_too_large: "The file has more than {max} MB. Please choose a smaller one.",
    file_too_small: "The file has less than {min} MB. Please choose a larger one.",
    too_narrow: "The picture must be at least {min} pixels wide.",
    too_low: "The picture must be at least {min} pixels high.",
    side_too_short: "Each side of the picture must have at least {min} pixels.",
    not_landscape: "The picture must be wider than high.",
    not_portrait: "The picture must be higher than wide.",
    not_square: "The picture must be as wide as high.",
    file_unknown: "Files of this format are not taken.",
    file_broken: "The file is broken or incomplete.",
    file_not_taken: "Files of this format are not taken.",
    file_not_taken_advice: "Files of this format are not taken.",
    csv_or_xlsx: "Please choose a file: CSV or XLSX.",
    no_columns_named: "The first row must name the columns.",
    column_twice: "The column {column} is there twice.",
    column_unknown: "The column {column} is not known.",
    too_many_rows: "The table has more than {max} rows.",
    too_many_rows_with_empty: "The table has more than {max} rows, empty ones included.",
    too_many_columns: "The table has more than {max} columns.",
    cell_too_long: "A cell has more than {max} characters.",
    not_csv: "This file is no CSV.",
    no_sheet: "The file has no sheet.",
    not_workbook: "This file is no XLSX.",
    workbook_broken: "The file is broken.",
    workbook_too_slow: "The file takes too long to read. Please make it smaller.",
    too_many_parts: "The file has too many parts.",
    too_large_unpacked: "The file has more than {max} MB unpacked.",
    too_many_elements: "The file has too many cells.",
    invited_only: "Participants come by themselves here: they confirm, pay or bring an invitation.",
    too_many_options_to_copy: "The poll has more than {max} options. That is too many for a copy.",
    too_many_files_to_copy: "The poll has more than {max} files. That is too many for a copy.",
    too_large_to_copy:
      "The files of the poll have more than {max} MB. That is too much for a copy.",
    account_has_polls: "The account has {count} polls.",
    no_account: "There is no account with this id.",
    not_own_poll: "This poll is not yours.",
    private_network: "The address lies in a private network.",
    has_credentials: "The address must not hold a user name or password.",
    other: "This is not taken. Please check it.",
  },
};
