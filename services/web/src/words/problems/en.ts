import type { FieldProblemKind } from "@polls/client";

/** The texts about problems of fields, in a language. Values of the service are in braces. */
export interface ProblemWords {
  readonly sentences: Readonly<Record<Exclude<FieldProblemKind, ImportProblem>, string>>;
  /** Names of fields, which are shown before their sentences. */
  readonly fields: Readonly<Record<NamedField, string>>;
  readonly and: string;
  /** For a setting that pages have no name for. */
  readonly otherSetting: string;
  /** Writes the value of a problem about money with its currency, on pages that know the currency. */
  readonly amount?: ((code: string, value: string) => string) | undefined;
}

/** The problems of files of imports, which only pages of admins can meet. */
export type ImportProblem =
  | "csv_or_xlsx"
  | "no_columns_named"
  | "column_twice"
  | "column_unknown"
  | "too_many_rows"
  | "too_many_rows_with_empty"
  | "too_many_columns"
  | "cell_too_long"
  | "not_csv"
  | "quote_inside_cell"
  | "quote_before_text"
  | "quote_not_closed"
  | "no_sheet"
  | "not_workbook"
  | "other_workbook"
  | "workbook_has_password"
  | "workbook_broken"
  | "workbook_too_slow"
  | "too_many_parts"
  | "too_large_unpacked"
  | "too_many_elements"
  | "too_many_levels"
  | "too_many_attributes"
  | "too_much_text"
  | "too_much_memory"
  | "invited_only";

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
  | "tags"
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
  otherSetting: "another setting",
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
    tags: "Tags",
    info_link_title: "Link text",
    author_name: "Author",
    start_date: "Start",
    end_date: "End",
    position: "Place in the list",
    data: "Data",
    attachment: "File",
    option_attachments: "Files",
    youtube_id: "YouTube video",
    vimeo_id: "Vimeo video",
    allowed_values: "Choices",
    user_name: "Name",
    optin_email: "E-mail address",
    invitation: "Invitation",
    vote: "Vote",
    vote_text: "Answer",
    name: "Name",
    email: "E-mail address",
    account_id: "Account id",
    url: "Address",
    events: "Events",
    poll_id: "Poll",
    expires_at: "Expiry",
    csv: "Table",
    xlsx: "Table",
    votes: "Votes",
  },
  sentences: {
    required: "This is required.",
    required_with: "This is required because of “{setting}”.",
    unknown_field: "The service does not know this field.",
    unknown_setting: "The service does not know this setting.",
    unknown_fields: "The service does not know some of these fields.",
    given_twice: "This was sent twice.",
    not_text: "Please enter a text.",
    not_number: "Please enter a number.",
    not_decimal: "Please enter a number, with a point before decimals.",
    not_short_decimal: "Please enter a number with at most 4 decimal places.",
    not_whole: "Please enter a whole number.",
    not_whole_from: "Please enter a whole number of at least {min}.",
    not_whole_within: "Please enter a whole number from {min} to {max}.",
    not_whole_within_or_0: "Please enter 0, or a whole number from {min} to {max}.",
    not_page_number: "Please enter a whole number of at least 1.",
    not_flag: "Please choose yes or no.",
    not_list: "This must be a list.",
    not_list_of_texts: "This must be a list of texts.",
    not_object: "This has the wrong format.",
    body_not_object: "The request has the wrong format.",
    not_null: "This must stay empty.",
    not_date: "Please enter a complete date.",
    not_moment: "Please enter a date and a time.",
    not_email: "Please enter an e-mail address, such as ada@example.org.",
    not_link: "Please enter an address that begins with https:// or http://.",
    not_endpoint: "Please enter an address, such as https://example.org/path.",
    not_https: "The address must begin with https://.",
    not_host: "Please enter a host name, such as example.org or *.example.org.",
    not_domain: "Please enter a domain, such as example.org.",
    not_time_zone: "Please enter a time zone, such as Europe/Berlin.",
    not_member_hash: "Please enter 4 to 64 characters: only a-z, 0-9, - and _.",
    not_film_of: "Please enter the address of a video at {site}.",
    not_data_uri: "The file did not arrive completely. Please choose it again.",
    not_base64: "The file did not arrive completely. Please choose it again.",
    not_page_path: "This is not a page of this service.",
    not_one_of: "Please choose one of these: {values}",
    not_of_type: "This has the wrong format.",
    wrong_type: "This has the wrong format.",
    wrong_form: "This has the wrong format.",
    wrong_key: "This has the wrong format.",
    wrong_entry: "An entry has the wrong format.",
    not_plain_text: "Some characters cannot be stored. Please remove them.",
    not_one_line: "Please write only one line.",
    not_kept: "This cannot be stored.",
    number_too_large: "This number is too large.",
    number_not_exact: "This number is too large to be stored exactly.",
    out_of_range: "This is out of range.",
    too_small: "Please enter at least {min}.",
    too_large: "Please enter at most {max}.",
    not_above: "Please enter more than {min}.",
    not_below: "Please enter less than {max}.",
    not_multiple: "Please enter a multiple of {step}.",
    too_short: "Please enter at least {min} characters.",
    too_long: "Please enter at most {max} characters.",
    too_few: "Please enter at least {min} entries.",
    too_many: "Please enter at most {max} entries.",
    too_many_in_all: "Please enter at most {max} entries in total.",
    too_many_addresses: "Please enter at most {max} addresses.",
    not_in_future: "Please choose a time in the future.",
    named_twice: "A value appears twice.",
    id_named_twice: "An id appears twice.",
    category_named_twice: "A category appears twice.",
    value_not_allowed: "This is not one of the choices.",
    values_not_allowed: "One of these is not one of the choices.",
    admins_only: "Only people who manage this poll can set this.",
    surveys_only: "This is for surveys only.",
    circles_only: "Only locations that are circles have this.",
    reserved: "This address is reserved. Please choose another one.",
    not_in_poll: "This poll does not accept this.",
    not_for_class: "This kind of option does not accept this.",
    not_for_options: "The options of this poll do not accept this.",
    not_for_poll_type: "Polls of this type do not accept this.",
    not_set_for_poll_type: "Polls of this type do not have this setting.",
    not_given_for_type: "Polls of this type do not accept this.",
    not_for_attributes: "Only fields with a selection can have choices.",
    on_create_in_settings: "You can set this after the poll is created.",
    not_inside: "The service does not know this field here.",
    not_accepted: "Please accept this.",
    not_taken_back: "This cannot be undone.",
    fixed: "This can no longer be changed.",
    fixed_by_options: "This can no longer be changed because the poll has options.",
    fixed_by_votes: "This can no longer be changed because there are votes.",
    fixed_by_votes_below: "This cannot be changed because there are votes below it.",
    fixed_by_votes_above: "This cannot be changed because there are votes above it.",
    fixed_by_votes_of_lines: "This cannot be changed because some answers have several lines.",
    fixed_by_votes_above_limit:
      "This cannot be changed because some participants have already used more.",
    fixed_by_votes_for: "This cannot be changed because there are votes for {values}.",
    fixed_by_account: "This cannot be changed after the account is created.",
    stays_closed: "The poll stays closed until you move the end of voting.",
    category_has_votes: "This category has votes and must stay: {values}",
    category_not_behind: "There are votes, so new categories must come after the others.",
    must_not_be_after: "This must not be after “{setting}”.",
    must_not_be_before: "This must not be before “{setting}”.",
    must_not_be_above: "This must not be above “{setting}”.",
    must_not_be_below: "This must not be below “{setting}”.",
    no_place: "Please enter at least 1. Otherwise nobody could vote.",
    needs_amount: "This needs an amount in “{setting}”.",
    needs_other_amount: "This needs another amount in “{setting}”.",
    needed_by: "This is required by “{setting}”.",
    amount_too_small: "The amount is too small. The minimum is {min}.",
    amount_too_large: "The amount is too large. The maximum is {max}.",
    amount_not_multiple: "The amount must be a multiple of {step}.",
    votes_not_sold: "Votes of this kind cannot be sold.",
    not_sold_with: "Votes of this kind cannot be sold. Please change “{setting}” first.",
    no_vote_counts: "No vote would count, because of: {settings}",
    purchase_below: "No purchase would reach the minimum amount of {min}.",
    purchase_below_with:
      "No purchase would reach the minimum amount of {min}, because of: {settings}",
    purchase_above: "Every purchase would be above the maximum amount of {max}.",
    purchase_above_with:
      "Every purchase would be above the maximum amount of {max}, because of: {settings}",
    vote_and_text: "Please enter either a number or a text.",
    other_kind_of_vote: "Votes of this kind are given in another way.",
    not_own_file: "This is not your file.",
    category_missing_in_poll: "This poll has no voting categories.",
    category_unknown: "This is not one of the voting categories.",
    not_one_participant: "All these votes must belong to one participant.",
    answers_missing: "Some required answers are missing.",
    dots_left: "Please spend all your dots first. You still have {count}.",
    not_address_of: "Please enter an address of {values}.",
    takes_no_options: "Options are not possible here.",
    too_deep: "A further level of options is not possible here.",
    takes_no_category: "A category is not possible here.",
    not_earlier_step: "A rule must name an option of an earlier step.",
    not_one_condition: "A rule needs exactly one condition.",
    never_true: "This rule can never be true: no answer has this value.",
    not_one_file: "Please choose one file.",
    not_one_source: "Please give either one file or the address of one video.",
    location_type_changed: "The form of the location has changed. Please give the location again.",
    coordinates_missing: "This needs {min} coordinates.",
    coordinates_outside: "This needs {min} to {max} coordinates.",
    not_image: "Please choose a picture.",
    not_video: "Please choose a video.",
    not_sound: "Please choose an audio file.",
    not_document: "Please choose a document.",
    file_of_other_kind: "Files of this kind are not accepted here.",
    file_too_large: "The file is larger than {max} MB. Please choose a smaller one.",
    file_too_small: "The file is smaller than {min} MB. Please choose a larger one.",
    too_narrow: "The picture must be at least {min} pixels wide.",
    too_low: "The picture must be at least {min} pixels high.",
    side_too_short: "Each side of the picture must be at least {min} pixels long.",
    not_landscape: "The picture must be wider than it is high.",
    not_portrait: "The picture must be higher than it is wide.",
    not_square: "The picture must be square.",
    file_unknown: "Files of this format are not accepted. Please choose a file in {values}.",
    file_broken: "The file is broken or incomplete.",
    file_not_taken: "{what} is not accepted.",
    file_not_taken_advice: "{what} is not accepted. Please {advice}.",
    too_many_options_to_copy: "The poll has more than {max} options, which is too many to copy.",
    too_many_files_to_copy: "The poll has more than {max} files, which is too many to copy.",
    too_large_to_copy: "The files of the poll are larger than {max} MB, which is too much to copy.",
    account_has_polls: "The account has {count} polls.",
    account_is_only_owner: "The account is the only owner of {count} organizations.",
    no_account: "There is no account with this id.",
    not_own_poll: "This poll is not yours.",
    private_network: "The address is in a private network.",
    has_credentials: "The address must not contain a user name or a password.",
    other: "This was not accepted. Please check it.",
  },
};
