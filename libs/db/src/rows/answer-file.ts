/** The file that a vote on an input names. */
export interface AnswerFile {
  readonly name: string | null;
  readonly storageKey: string;
}

/** A column with the file that a vote `v` of a statement names; null for other votes. */
export const answerFile = (v: string): string =>
  `CASE WHEN ${v}.text IS NOT NULL THEN (
     SELECT jsonb_build_object('name', coalesce(a.file_name, f.content), 'storageKey', a.storage_key)
     FROM options i JOIN options f ON f.poll_id = i.poll_id AND f.parent_id = i.id
       JOIN attachments a ON a.option_id = f.id
     WHERE i.id = ${v}.option_id AND i.input_type = 'file' AND f.public_id = ${v}.text
     ORDER BY a.id LIMIT 1) END AS file`;
