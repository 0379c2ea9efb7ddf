import { type NamedOption, placeOrFile, type Thing } from "@polls/domain/naming";
import { namingOf } from "@polls/domain/option-types";

/** An option in JSON, with what it is called by. */
export interface StoredName extends Thing {
  /** A name of the option type registry. */
  readonly type: string;
  readonly content: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly position: number;
}

/** What an option `o` of a statement is called by, without its file. */
export const nameColumns = (o: string): string =>
  `jsonb_build_object('type', ${o}.type, 'content', ${o}.content, 'startDate', ${o}.start_date,
     'endDate', ${o}.end_date, 'data', ${o}.data, 'position', ${o}.position)`;

/** The same with the name of its file. */
export const nameColumnsWithFile = (o: string): string =>
  `${nameColumns(o)} || jsonb_build_object('fileName',
     (SELECT a.file_name FROM attachments a WHERE a.option_id = ${o}.id ORDER BY a.id LIMIT 1))`;

interface Unnamed extends Thing {
  readonly type: string;
  readonly content: string | null | undefined;
  readonly startDate: Date | string | null | undefined;
  readonly endDate: Date | string | null | undefined;
  readonly position: number;
}

/** What an option from the database is called by. */
export const namedOption = (option: Unnamed): NamedOption => ({
  content: option.content,
  start_date: option.startDate,
  end_date: option.endDate,
  ...namingOf(option.type),
  name: placeOrFile(option),
  position: option.position,
});
