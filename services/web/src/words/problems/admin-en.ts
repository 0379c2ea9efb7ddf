import type { FieldProblemKind } from "@polls/client";

/** Problems that only admins meet, so that pages for participants do not load their texts. */
export const adminSentences = {
  csv_or_xlsx: "Please choose a CSV or XLSX file.",
  no_columns_named: "The first row must hold the names of the columns.",
  column_twice: "The column {column} appears more than once.",
  column_unknown: "The column {column} is not known. Known columns: {values}",
  too_many_rows: "The table has more than {max} rows.",
  too_many_rows_with_empty: "The table has more than {max} rows, empty ones included.",
  too_many_columns: "The table has more than {max} columns.",
  cell_too_long: "A cell has more than {max} characters.",
  not_csv: "This file is not valid CSV.",
  no_sheet: "The file contains no sheet.",
  not_workbook: "This is not an XLSX file.",
  other_format: "This is not an XLSX file. Please save it as one.",
  file_protected: "The file has a password. Please save it without one.",
  workbook_broken: "The file is broken.",
  workbook_too_slow: "The file takes too long to read. Please make it smaller.",
  too_many_parts: "The file has too many parts.",
  too_large_unpacked: "The file is larger than {max} MB when unpacked.",
  too_many_elements: "The file has too many cells.",
  too_many_levels: "The file is nested too deeply.",
  too_many_attributes: "The file has a cell with too many properties.",
  too_much_text: "The table has more than {max} characters.",
  too_much_memory: "The file needs too much memory to read. Please make it smaller.",
  invited_only:
    "Participants of this poll have to join themselves: they confirm their address, pay, or use an invitation.",
  too_many_options_to_copy: "The poll has more than {max} options, which is too many to copy.",
  too_many_files_to_copy: "The poll has more than {max} files, which is too many to copy.",
  too_large_to_copy: "The files of the poll are larger than {max} MB, which is too much to copy.",
  account_has_polls: "The account has {count} polls.",
  account_is_only_owner: "The account is the only owner of {count} organizations.",
  no_account: "There is no account with this id.",
  not_own_poll: "This poll is not yours.",
  private_network: "The address is in a private network.",
  has_credentials: "The address must not contain a user name or a password.",
} satisfies Partial<Record<FieldProblemKind, string>>;

export type AdminProblem = keyof typeof adminSentences;
