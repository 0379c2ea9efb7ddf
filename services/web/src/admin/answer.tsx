import type { OptionListItem, ParticipantResponse, Poll } from "@polls/client";
import { pageWords } from "../words";
import { adminWords } from "../words/admin";
import { resultWords } from "../words/results";
import type { Column } from "./answer-columns";
import { type Said, saidIn } from "./said";

/** What a participant says to a column, in the language of the page. */
export const saidOf = (
  column: Column,
  response: Pick<ParticipantResponse, "voter" | "votes">,
  poll: Poll,
): readonly Said[] =>
  saidIn(column, response, poll, {
    page: pageWords.words(),
    results: resultWords.words(),
    people: adminWords.words().people,
  });

interface Props {
  readonly column: Column;
  readonly response: Pick<ParticipantResponse, "files">;
  readonly said: readonly Said[];
}

/** The answers of a participant to one question: votes, texts, and files that open. */
export function Answer({ column, response, said }: Props) {
  const files = response.files.filter(
    ({ parent_option_id }) => parent_option_id === column.option.id,
  );
  if (files.length === 0) return <>{said.map(({ text }) => text).join("; ")}</>;
  return (
    <>
      {files.map((file) => (
        <FileLink key={file.id} file={file} name={pageWords.words().upload.file} />
      ))}
    </>
  );
}

/** A text with more characters has a wider column. */
const LONG = 40;

export function AnswerCell(props: Props) {
  const { said } = props;
  const { sign, text = "", look, at } = (said.length === 1 ? said[0] : undefined) ?? {};
  const isLong = sign === undefined && text.length > LONG;
  return (
    <td class={isLong ? "long" : look} style={at === undefined ? undefined : { "--at": at }}>
      {sign === undefined ? (
        <Answer {...props} />
      ) : (
        <>
          <span aria-hidden="true">{sign}</span>
          <span class="unseen">{text}</span>
        </>
      )}
    </td>
  );
}

/** A file or drawing of a participant. */
function FileLink({ file, name }: { readonly file: OptionListItem; readonly name: string }) {
  const { attachment_original_url: original, attachment_url_thumb: thumb } = file.attachment ?? {};
  const title = file.name ?? file.content ?? name;
  const content = thumb === undefined ? title : <img src={thumb} alt={title} loading="lazy" />;
  if (original === undefined) return content;
  return (
    <a href={original} target="_blank" rel="noreferrer">
      {content}
    </a>
  );
}
