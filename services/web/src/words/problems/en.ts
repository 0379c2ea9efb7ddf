import type { FieldProblemKind } from "@polls/client";

/** Names of fields of request bodies, except settings and additional attributes. They stand before their sentences. */
const fields = {
  description: "Description",
  location: "Place",
  content: "Text",
  subtitle: "Subtitle",
  info_link: "Link",
  tags: "Tags",
  info_link_title: "Link text",
  author_name: "Author",
  start_date: "Start",
  end_date: "End",
  data: "Data",
  attachment: "File",
  option_attachments: "Files",
  youtube_id: "YouTube video",
  vimeo_id: "Vimeo video",
  user_name: "Name",
  optin_email: "E-mail address",
  invitation: "Invitation",
};

/** The sentence about each problem that participants can meet. */
const sentences = {
  required: "This is required.",
  not_number: "Please enter a number.",
  not_decimal: "Please enter a number, with a point before decimals.",
  not_whole: "Please enter a whole number.",
  not_date: "Please enter a complete date.",
  not_position: "Please enter a latitude from -90 to 90 and a longitude from -180 to 180.",
  not_moment: "Please enter a date and a time.",
  not_email: "Please enter an e-mail address, such as ada@example.org.",
  not_link: "Please enter an address that begins with https:// or http://.",
  not_film_of: "Please enter the address of a video at {site}.",
  not_one_of: "Please choose one of these: {values}",
  wrong_form: "This has the wrong format.",
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
  too_short: "Please enter at least {min} characters.",
  too_long: "Please enter at most {max} characters.",
  too_few: "Please enter at least {min} entries.",
  too_many: "Please enter at most {max} entries.",
  value_not_allowed: "This is not one of the choices.",
  values_not_allowed: "One of these is not one of the choices.",
  not_a_provider: "This service has no such way to sign in.",
  not_confirmed_address: "This is not the address that you confirmed.",
  admins_only: "Only people who manage this poll can set this.",
  circles_only: "Only locations that are circles have this.",
  not_in_poll: "This poll does not accept this.",
  not_for_class: "This kind of option does not accept this.",
  not_for_options: "The options of this poll do not accept this.",
  not_accepted: "Please accept this.",
  not_taken_back: "This cannot be undone.",
  fixed: "This can no longer be changed.",
  must_not_be_after: "This must not be after “{setting}”.",
  must_not_be_before: "This must not be before “{setting}”.",
  must_be_before: "This must be before “{setting}”.",
  must_be_after: "This must be after “{setting}”.",
  not_address_of: "Please enter an address of {values}.",
  takes_no_options: "Options are not possible here.",
  not_one_file: "Please choose one file.",
  not_one_source: "Please give either one file or the address of one video.",
  location_type_changed: "The form of the location has changed. Please give the location again.",
  coordinates_missing: "This needs {min} coordinates.",
  coordinates_outside: "This needs {min} to {max} coordinates.",
  not_file: "Please choose a file.",
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
  other: "This was not accepted. Please check it.",
} satisfies Readonly<Partial<Record<FieldProblemKind, string>>>;

/** The texts about problems of fields, in a language. Values of the service are in braces. */
export interface ProblemWords {
  readonly sentences: Readonly<Record<keyof typeof sentences, string>>;
  readonly fields: Readonly<Record<keyof typeof fields, string>>;
  readonly and: string;
  /** In place of `file_unknown`, where files of all kinds are accepted. */
  readonly anyFile: string;
  /** For a setting that pages have no name for. */
  readonly otherSetting: string;
  /** Writes a value of a problem: translated, or money with its currency on pages that know it. */
  readonly value?: ((code: string, value: string) => string) | undefined;
}

/** Problems of requests that no page sends. If a page gets one, it has a defect, and shows the sentence for all others. */
type OfPrograms =
  | "unknown_field"
  | "unknown_fields"
  | "given_twice"
  | "not_flag"
  | "not_data_uri"
  | "not_base64"
  | "not_base64_text"
  | "not_list"
  | "not_list_of_texts"
  | "not_object"
  | "body_not_object"
  | "not_null"
  | "not_page_number"
  | "not_page_path"
  | "not_of_type"
  | "wrong_type"
  | "wrong_type_of"
  | "wrong_key"
  | "wrong_entry"
  | "id_named_twice"
  | "not_inside"
  | "unknown_setting"
  | "reserved"
  | "not_member_hash"
  | "on_create_in_settings"
  | "no_account"
  | "account_has_polls"
  | "account_is_only_owner"
  | "fixed_by_account"
  | "category_missing_in_poll"
  | "category_unknown"
  | "takes_no_category"
  | "vote_and_text"
  | "other_kind_of_vote"
  | "not_one_participant";

/** The problems that only pages of admins can meet: of settings, accounts and imports. Their words have a sentence for each. */
export type AdminProblem = Exclude<FieldProblemKind, OfPrograms | keyof typeof sentences>;

export const en: ProblemWords = {
  and: "and",
  anyFile:
    "Files of this format are not accepted. Please choose a picture, film, recording or document.",
  otherSetting: "another setting",
  fields,
  sentences,
};
