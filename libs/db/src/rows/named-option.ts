import type { NamedOption } from "@polls/domain/naming";
import { optionTypes } from "@polls/domain/option-types";

/** An option in JSON, with what it is called by. */
export interface StoredName extends Omit<NamedOption, "startDate" | "endDate" | "wholeDays"> {
  /** A name of the option type registry. */
  readonly type: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** What an option `o` of a statement is called by, without its file. */
export const nameColumns = (o: string): string =>
  `jsonb_build_object('type', ${o}.type, 'content', ${o}.content, 'startDate', ${o}.start_date,
     'endDate', ${o}.end_date, 'data', ${o}.data, 'position', ${o}.position)`;

/** The same with the name of its file. */
export const nameColumnsWithFile = (o: string): string =>
  `${nameColumns(o)} || jsonb_build_object('fileName',
     (SELECT a.file_name FROM attachments a WHERE a.option_id = ${o}.id ORDER BY a.id LIMIT 1))`;

/** Whether the dates of an option class are days, without times. */
const hasWholeDays = (type: string): boolean => optionTypes.get(type).dates === "days";

/** What an option from the database is called by. */
export const namedOption = <Named extends Omit<NamedOption, "wholeDays">>(
  option: Named & { readonly type: string },
): NamedOption => ({ ...option, wholeDays: hasWholeDays(option.type) });
