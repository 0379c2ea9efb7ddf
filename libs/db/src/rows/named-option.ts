import type { NamedOption } from "@polls/domain/naming";

/** An option in JSON, with what it is called by. */
export interface StoredName extends Omit<NamedOption, "startDate" | "endDate"> {
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

export const namedFromRow = (stored: StoredName): NamedOption => ({
  ...stored,
  startDate: stored.startDate === null ? null : new Date(stored.startDate),
  endDate: stored.endDate === null ? null : new Date(stored.endDate),
});
