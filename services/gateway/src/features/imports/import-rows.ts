import type { PrismaTransaction } from "@polls/db/sql";
import { cutText, PROBLEMS_MAX } from "@polls/domain/input";
import { createOptionBody } from "@polls/domain/options";
import { createParticipantBody } from "@polls/domain/participants";
import { participationFeeOf } from "@polls/domain/payments";
import type { AttributeType, Poll } from "@polls/domain/polls";
import { Invalid, NotFound, type ProblemSentence } from "@polls/domain/refusals";
import type { z } from "zod";
import { booleanOf, convertStrings } from "../../http/request/form-values";
import { type CreateOptionDeps, withCreation } from "../options/create-option";
import { type CreateParticipant, withParticipants } from "../participants/create-participant";
import { createPauses } from "../ratings/in-slices";
import type { TableCell } from "./table";
import type { LazyRow } from "./table-reader";

export const importKinds = ["options", "participants"] as const;
type ImportKind = (typeof importKinds)[number];

type Attributes = Poll["settings"]["additional_attributes"];

interface Columns {
  readonly envelope: "option" | "voter";
  /** Fields inside and outside of the envelope. */
  readonly inside: readonly string[];
  readonly beside: readonly string[];
  readonly body: z.ZodType;
}

/** The fields of the request body that creates one object. */
const columnsOf: Readonly<Record<ImportKind, Columns>> = {
  options: {
    envelope: "option",
    inside: [
      ...["content", "subtitle", "description", "author_name", "info_link", "info_link_title"],
      ...["start_date", "end_date", "vimeo_id", "youtube_id", "input_type", "allowed_values"],
      ...["state", "approval_state", "archived", "tags"],
    ],
    beside: ["parent_option_id", "option_category"],
    body: createOptionBody,
  },
  participants: {
    envelope: "voter",
    inside: ["user_name", "optin_email", "terms", "privacy_policy"],
    beside: [],
    body: createParticipantBody,
  },
};

const ATTRIBUTE = /^additional_attributes\.(\d{1,9})$/;
const days: ReadonlySet<string> = new Set(["start_date", "end_date"]);
const lists: ReadonlySet<string> = new Set(["allowed_values", "tags"]);

/** A row as the body of the request that would create its object, or its problems as a row. */
type RowToImport = { readonly number: number } & (
  | { readonly body: unknown; readonly refusal?: undefined }
  | { readonly refusal: Invalid }
);

/** The first row has the column names; 422 for unknown ones. Empty cells are omitted. */
export function rowsToImport(
  kind: ImportKind,
  table: readonly LazyRow[],
  field: "csv" | "xlsx",
  attributes: Attributes,
): readonly (() => RowToImport)[] {
  const [head, ...rows] = table;
  if (head === undefined) throw new Invalid({ [field]: ["has no header row"] });
  const titles = head().cells.map(({ text }) => text.trim());
  const names = titles.map((title) => title.toLowerCase());
  const problems = columnProblems(kind, names, titles);
  if (problems.length > 0) throw new Invalid({ [field]: problems });
  return rows.map((row) => () => {
    const { number, cells } = row();
    const nameless = cells.findIndex(({ text }, at) => !names[at] && text.trim() !== "");
    const broken = nameless < 0 ? problemsOfCells(names, cells) : [];
    if (broken.length > 0) return { number, refusal: new Invalid(Object.fromEntries(broken)) };
    if (nameless < 0) return { number, body: bodyOf(kind, names, cells, attributes) };
    const sentence: ProblemSentence = `has a value in column ${nameless + 1}, which has no name`;
    return { number, refusal: new Invalid({ base: [sentence] }) };
  });
}

const problemsOfCells = (names: readonly string[], cells: readonly TableCell[]) =>
  cells.flatMap(({ problem }, at) => (problem === undefined ? [] : [[names[at], [problem]]]));

function columnProblems(
  kind: ImportKind,
  names: readonly string[],
  titles: readonly string[],
): readonly ProblemSentence[] {
  const { inside, beside } = columnsOf[kind];
  const known = [...inside, ...beside];
  const isKnown = (name: string) => name === "" || known.includes(name) || ATTRIBUTE.test(name);
  const firstUnknown = names.findIndex((name) => !isKnown(name));
  return names.flatMap<ProblemSentence>((name, index) => {
    const title = cutText(titles[index] ?? "", 40);
    if (name !== "" && names.indexOf(name) < index) return [`has the column "${title}" twice`];
    if (isKnown(name)) return [];
    if (index > firstUnknown) return [`has an unknown column "${title}"`];
    const all = [...known, "additional_attributes.N"].join(", ");
    return [`has an unknown column "${title}": the known columns are ${all}`];
  });
}

/** The body of a row. Texts are converted to the types of their fields, like those of forms. */
function bodyOf(
  kind: ImportKind,
  names: readonly string[],
  cells: readonly TableCell[],
  definitions: Attributes,
): unknown {
  const { envelope, beside, body } = columnsOf[kind];
  const inside: Record<string, unknown> = {};
  const outside: Record<string, unknown> = {};
  const attributes: Record<string, string> = {};
  cells.forEach((cell, index) => {
    const name = names[index] ?? "";
    const text = cell.text.trim();
    if (name === "" || text === "") return;
    const attribute = ATTRIBUTE.exec(name)?.[1];
    if (attribute !== undefined) {
      const type = Object.hasOwn(definitions, attribute) ? definitions[attribute]?.type : undefined;
      attributes[attribute] = textOf(text, cell, type);
    } else if (beside.includes(name)) outside[name] = text;
    else inside[name] = fieldOf(name, text, cell);
  });
  const hasAttributes = Object.keys(attributes).length > 0;
  if (hasAttributes && kind === "options") outside.additional_attributes = attributes;
  if (hasAttributes && kind === "participants") inside.additional_attributes = attributes;
  return convertStrings(body, { [envelope]: inside, ...outside }, flagOf);
}

/** Spreadsheets write booleans in capitals. */
const flagOf = (text: string) => booleanOf(text.toLowerCase());

function fieldOf(name: string, text: string, cell: TableCell): unknown {
  if (lists.has(name))
    return text
      .replace(/\|$/, "")
      .split("|")
      .map((part) => part.trim());
  return textOf(text, cell, days.has(name) ? "date" : undefined);
}

/** What the numbers of a column are. Of a text, its format says whether they are days. */
const numbersAre: Readonly<Record<AttributeType, "text" | "number" | "day">> = {
  text: "text",
  textarea: "text",
  email: "text",
  url: "text",
  select: "text",
  radio: "text",
  multi_select: "text",
  checkbox: "text",
  number: "number",
  number_float: "number",
  date: "day",
  datetime: "day",
};

/** The text that a cell shows. A number is a day in a column of days, or if its format says so. */
function textOf(text: string, { dayZero, shows }: TableCell, type: AttributeType = "text"): string {
  if (type === "checkbox" && /^(?:true|false)$/i.test(text)) return text.toLowerCase();
  if (dayZero === undefined) return text;
  const are = numbersAre[type];
  if (are === "number" || (are === "text" && shows === undefined)) return text;
  const serial = shows === "day" ? Math.floor(Number(text)) : Number(text);
  return dayOf(serial, dayZero, type === "datetime") ?? text;
}

/**
 * Workbooks store a day as the number of days since day 0, and the time as a fraction. Undefined: a time without a day, or
 * a day beyond the calendar.
 */
function dayOf(serial: number, dayZero: number, withTime: boolean): string | undefined {
  if (serial < 1) return undefined;
  const moment = new Date(dayZero + Math.round(serial * 86_400) * 1_000);
  if (Number.isNaN(moment.getTime())) return undefined;
  const text = moment.toISOString();
  return Number.isInteger(serial) && !withTime ? text.slice(0, 10) : text.slice(0, 19);
}

export interface ImportReport {
  readonly created: { readonly row: number; readonly id: string }[];
  /** The first refused rows, with as many problems as a refusal lists. */
  readonly refused: { readonly row: number; readonly refusal: Invalid | NotFound }[];
  /** How many more rows were refused. */
  moreRefused: number;
}

const problemsIn = (refusal: Invalid | NotFound): number =>
  refusal instanceof Invalid ? Object.values(refusal.errors).flat().length : 1;

/**
 * A refused row is reported, and the other rows are still created, because it is refused before
 * anything is written.
 */
export async function importRows(
  tx: PrismaTransaction,
  kind: ImportKind,
  rows: readonly (() => RowToImport)[],
  caller: Omit<CreateParticipant, "body">,
  deps: CreateOptionDeps,
): Promise<ImportReport> {
  const createAll = async (create: (body: unknown) => Promise<string>) => {
    const report: ImportReport = { created: [], refused: [], moreRefused: 0 };
    let problems = 0;
    const pauses = createPauses();
    for (const row of rows) {
      // A refused row waits for nothing, so many of them would stop other requests.
      if (pauses.isDue()) await pauses.take();
      const read = row();
      const { number } = read;
      try {
        if (read.refusal !== undefined) throw read.refusal;
        report.created.push({ row: number, id: await create(read.body) });
      } catch (error) {
        if (!(error instanceof Invalid || error instanceof NotFound)) throw error;
        if (problems >= PROBLEMS_MAX) report.moreRefused++;
        else report.refused.push({ row: number, refusal: error });
        problems += problemsIn(error);
      }
    }
    return report;
  };
  if (kind === "options") {
    return withCreation(tx, caller, deps, (_create, createLater) =>
      createAll((body) => createLater({ ...caller, body, uploads: [] })),
    );
  }
  requireNoSteps(caller);
  const terms = { ...deps.config, storedKeys: deps.storedKeys };
  return withParticipants(tx, caller, terms, createAll);
}

/** An import cannot confirm an address, or pay. */
function requireNoSteps({ poll }: Pick<CreateParticipant, "poll">): void {
  const fee = participationFeeOf(poll) && "voting_fee_type";
  const step = poll.settings.double_opt_in ? "double_opt_in" : fee;
  if (step === undefined) return;
  throw new Invalid({ [step]: ["does not allow the import of participants"] });
}
