/** The problems of fields: a stable code and its sentence (docs/reference/errors.md#codes-of-fields). */
export const problemSentences = {
  required: "is required",
  required_with: "is required with {setting} {value}",
  unknown_field: "is not a known field",
  unknown_setting: "is not a known setting",
  unknown_fields: "has unknown fields",
  given_twice: "is given more than once",

  not_text: "must be a string",
  not_number: "must be a number",
  not_decimal: "must be a number, with a point before decimals",
  not_short_decimal: "must be a number below 1000000000000 with at most 4 decimals",
  not_whole: "must be a whole number",
  not_whole_from: "must be a whole number of at least {min}",
  not_whole_within: "must be a whole number from {min} to {max}",
  not_whole_within_or_0: "must be a whole number from {min} to {max}, or 0",
  not_page_number: "must be a page number of at least 1",
  not_flag: "must be true or false",
  not_list: "must be a list",
  not_list_of_texts: "must be a JSON list of strings",
  not_object: "must be an object",
  body_not_object: "The body must be a JSON object",
  not_null: "must be null",
  not_date: "must be a date such as 2030-01-31",
  not_time: "must be a time such as 09:30",
  not_position: "must be latitude and longitude in degrees, such as 52.52, 13.4",
  not_moment: "must be a date and time in ISO 8601",
  not_email: "must be an e-mail address",
  not_link: "must be a URL that begins with http:// or https://",
  not_endpoint: "must be a URL such as https://example.com/path",
  not_https: "must begin with https://",
  not_host: "must be a host name such as example.org or *.example.org",
  not_domain: "must be a domain such as example.org",
  not_language: "must be a language such as de or pt-BR",
  not_time_zone: "must be a time zone such as Europe/Berlin",
  not_member_hash: "must be 4 to 64 of the characters a-z, 0-9, - and _",
  not_film_of: "must be the id or URL of a video at {site}",
  not_data_uri: "must be a data: URI",
  not_base64: "must be a data: URI in base64",
  not_base64_text: "must be base64",
  not_page_path: "must be the path of a page of the service",
  not_one_of: "must be one of {values}",
  not_of_type: "must be of type {type}",
  wrong_type: "has the wrong type",
  wrong_type_of: "has the wrong type: expected is {values}",
  wrong_form: "has the wrong format",
  wrong_key: "has a key in the wrong format",
  wrong_entry: "has an element in the wrong format",
  not_plain_text: "has invalid characters",
  not_one_line: "must be one line",
  not_kept: "cannot be stored",
  number_too_large: "is a number that is too large to store",
  number_not_exact:
    "is a whole number beyond 2^53, which cannot be stored exactly: send it as a string",
  out_of_range: "is out of range",

  too_small: "must be at least {min}",
  too_large: "must be at most {max}",
  not_above: "must be above {min}",
  not_below: "must be below {max}",
  not_multiple: "must be a multiple of {step}",
  too_short: "must have at least {min} characters",
  too_long: "must have at most {max} characters",
  too_few: "must have {min} or more entries",
  too_many: "must have at most {max} entries",
  too_long_in_all: "must have at most {max} characters in all",
  too_many_in_all: "must have at most {max} entries in all",
  too_many_addresses: "may have at most {max} addresses",
  not_in_future: "must be in the future",
  named_twice: "contains a value twice",
  id_named_twice: "contains an id twice",
  category_named_twice: "contains a category twice",
  value_not_allowed: "is not one of the allowed values",
  values_not_allowed: "has a value that is not allowed",

  admins_only: "is for admins only",
  surveys_only: "is for surveys only",
  circles_only: "is for circles only",
  reserved: "is reserved",
  not_a_provider: "is not a provider of this service",
  not_confirmed_address: "is not the confirmed address",
  not_in_poll: "is not allowed in this poll",
  not_for_class: "is not for options of this class",
  not_for_options: "is not for options of this poll",
  no_new_date: "has only dates that are options already",
  not_a_date: "is not the id of a date",
  not_for_poll_type: "is not for polls of this type",
  not_set_for_poll_type: "cannot be set for polls of this type",
  not_given_for_type: "cannot be set in polls of type {type}",
  not_for_attributes: "is not for attributes of type {type}",
  on_create_in_settings:
    "cannot be set in `poll` on creation: use `settings` beside `poll`, or an update",
  not_inside: "must be sent beside `{object}`, not inside it",
  not_accepted: "must be accepted",
  not_taken_back: "cannot be withdrawn",
  fixed: "cannot be changed",
  fixed_by_options: "cannot be changed once there are options",
  fixed_by_votes: "cannot be changed once there are votes",
  fixed_by_votes_below: "cannot be changed once there are votes below it",
  fixed_by_votes_above: "cannot be changed once there are votes above it",
  fixed_by_equal_ranks: "cannot be changed once there are votes with equal ranks",
  fixed_by_votes_of_lines: "cannot be changed once there are votes of several lines",
  fixed_by_votes_above_limit: "cannot be changed once there are votes that use more",
  fixed_by_votes_for: "cannot be changed once there are votes for {values}",
  fixed_by_participants: "cannot be changed once there are participants",
  fixed_by_account: "cannot be changed once the account exists",
  stays_closed: "stays closed until deadline_voting is moved",
  category_has_votes: "cannot lose a category that has votes: {values}",
  category_not_behind: "must have new categories at the end once there are votes",

  contradicts: "contradicts {setting}",
  must_not_be_after: "must not be after {setting}",
  must_not_be_before: "must not be before {setting}",
  must_be_before: "must be before {setting}",
  must_be_after: "must be after {setting}",
  must_not_be_above: "must not be above {setting}",
  must_not_be_below: "must not be below {setting}",
  no_place:
    "must be at least 1: no participant could vote with limit_per_option_type limit_individual",
  needs_amount: "needs an amount in {setting}",
  needs_setting: "needs {setting}",
  needs_other_amount: "needs another amount in {setting}",
  needed_by: "is needed by {setting} {value}",
  amount_too_small: "must be at least {min} in the minor unit of {currency}",
  amount_too_large: "must be at most {max} in the minor unit of {currency}",
  amount_not_multiple: "must be a multiple of {step} in the minor unit of {currency}",
  votes_not_sold: "cannot sell votes of this vote_type",
  not_sold_with: "cannot be sold with {setting} {value}",
  no_vote_counts: "allows no counting vote with {settings}",
  purchase_below: "allows no purchase of at least {min}",
  purchase_below_with: "allows no purchase of at least {min} with {settings}",
  purchase_above: "allows no purchase of at most {max}",
  purchase_above_with: "allows no purchase of at most {max} with {settings}",

  vote_and_text: "needs either `vote` or `vote_text`",
  other_kind_of_vote: "is not the field for the value of this vote",
  not_own_file: "must be the id of your own file under this input",
  category_missing_in_poll: "cannot be set: the poll has no voting categories",
  category_unknown: "is not one of the poll's voting categories",
  not_one_participant: "must belong to one participant, unless an admin casts them",
  answers_missing: "is not possible while mandatory answers are missing",
  dots_left: "is not possible while unspent dots are left: {count}",
  votes_left: "is not possible while votes are missing: {count}",
  not_address_of: "must be an address of {values}",

  takes_no_options: "cannot have options",
  too_deep: "is nested too deeply",
  takes_no_category: "cannot contain a category",
  not_earlier_step: "is not under an earlier step",
  not_one_condition: "needs exactly one condition",
  never_true: "can never be true",
  not_one_file: "must be one file",
  not_one_source: "must be exactly one of a file, youtube_id and vimeo_id",
  location_type_changed: "must be given with another location_type",
  coordinates_missing: "must have {min} coordinates for a {type}",
  coordinates_outside: "must have at least {min} and at most {max} coordinates for a {type}",

  not_file: "is not a file",
  not_image: "must be an image",
  not_video: "must be a video",
  not_sound: "must be an audio file",
  not_document: "must be a document",
  file_of_other_kind: "must be a file of one of these kinds: {values}",
  file_too_large: "must have at most {max} MB",
  file_too_small: "must have at least {min} MB",
  too_narrow: "must be at least {min} pixels wide",
  too_low: "must be at least {min} pixels high",
  side_too_short: "must be at least {min} pixels long on its smallest side",
  not_landscape: "must be landscape",
  not_portrait: "must be portrait",
  not_square: "must be square",
  file_unknown: "has an unsupported format. Supported formats: {values}",
  file_broken: "is broken or incomplete",
  file_not_taken: "{what} is not supported",
  file_not_taken_advice: "{what} is not supported: {advice}",

  file_empty: "is empty",
  csv_or_xlsx: "needs either `csv` or `xlsx`",
  no_columns_named: "has no header row",
  column_twice: 'has the column "{column}" twice',
  column_unknown: 'has an unknown column "{column}": the known columns are {values}',
  column_unknown_too: 'has an unknown column "{column}"',
  cell_without_column: "has a value in column {position}, which has no name",
  too_many_rows: "has more than {max} rows",
  too_many_rows_with_empty: "has more than {max} rows, including empty ones that have separators",
  too_many_columns: "has more than {max} columns",
  cell_too_long: "has a cell of more than {max} characters",
  cell_is_error: "is the error {value}",
  cell_is_uncomputed: "is a formula without a saved value",
  not_csv: "is not valid CSV in row {row}",
  quote_inside_cell:
    "has a quotation mark inside of a cell in row {row}: double it, and quote the cell",
  quote_before_text: "has text after a closing quotation mark in row {row}",
  quote_not_closed: "has a quotation mark in row {row} that is not closed",
  no_sheet: "has no sheet",
  not_workbook: "is not an XLSX workbook",
  other_workbook: "is an {format} workbook: save it as XLSX",
  workbook_has_password: "is protected by a password: save it without one",
  workbook_broken: "is broken",
  workbook_too_slow: "takes too long to read",
  too_many_parts: "has more than {max} parts",
  too_large_unpacked: "has more than {max} MB unpacked",
  too_many_elements: "has a part with more than {max} elements",
  too_many_levels: "has a part with more than {max} levels",
  too_many_attributes: "has an element with more than {max} attributes",
  too_much_text: "has more than {max} characters in its cells",
  too_much_memory: "needs too much memory to read",
  invited_only: "does not allow the import of participants",
  too_many_options_to_copy: "The poll has more than {max} options",
  too_many_files_to_copy: "The poll has more than {max} files",
  too_large_to_copy: "The poll has more than {max} MB of files",

  account_has_polls: "belongs to an account with {count} polls",
  account_is_only_owner: "belongs to the only owner of {count} organizations",
  no_account: "is not the id of an account",
  not_own_poll: "is not a poll of the account or organization",
  private_network: "must not be an address of a private network",
  has_credentials: "must not contain a user name or password",
} as const;

export type FieldProblemCode = keyof typeof problemSentences;

const numberNames = ["max", "min", "step", "count", "row", "position"] as const;

type Filled<Text extends string> = Text extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}${Name extends (typeof numberNames)[number] ? `${number}` : string}${Filled<After>}`
  : Text;

/** A sentence of the catalog with its values filled in. */
export type ProblemSentence = Filled<(typeof problemSentences)[FieldProblemCode]>;

export interface FieldProblem {
  readonly code: FieldProblemCode | "other";
  readonly values: Readonly<Record<string, string | number>>;
}

const numbers: ReadonlySet<string> = new Set(numberNames);

interface Pattern {
  readonly code: FieldProblemCode;
  readonly form: RegExp;
  readonly names: readonly string[];
}

const codes = Object.keys(problemSentences) as readonly FieldProblemCode[];

/** The names of the placeholders of a sentence, in order. */
export const valuesOf = (code: FieldProblemCode): readonly string[] =>
  [...problemSentences[code].matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

function formOf(name: string): string {
  if (numbers.has(name)) return "(-?[\\d.]+)";
  return name === "setting" ? "(\\S+)" : "([^]*)";
}

function patternOf(code: FieldProblemCode): Pattern {
  const names = valuesOf(code);
  const parts = problemSentences[code]
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const form = parts.reduce((before, part, index) => {
    return `${before}${formOf(names[index - 1] ?? "")}${part}`;
  });
  return { code, names, form: new RegExp(`^${form}$`) };
}

const whole = new Map<string, FieldProblemCode>(
  codes.filter((code) => valuesOf(code).length === 0).map((code) => [problemSentences[code], code]),
);

const wordsIn = (code: FieldProblemCode): number =>
  problemSentences[code].replace(/\{\w+\}/g, "").length;

/** Sentences with more fixed words come first, because they match more exactly. */
const patterns: readonly Pattern[] = codes
  .filter((code) => valuesOf(code).length > 0)
  .sort((one, other) => wordsIn(other) - wordsIn(one))
  .map(patternOf);

/** Finds the code and the values of a sentence. */
export function problemOf(sentence: string): FieldProblem {
  const code = whole.get(sentence);
  if (code !== undefined) return { code, values: {} };
  for (const { code, form, names } of patterns) {
    const matched = form.exec(sentence);
    if (matched === null) continue;
    const values = names.map((name, index) => {
      const text = matched[index + 1] ?? "";
      return [name, numbers.has(name) ? Number(text) : text] as const;
    });
    return { code, values: Object.fromEntries(values) };
  }
  return { code: "other", values: {} };
}
