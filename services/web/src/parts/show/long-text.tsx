import type { Visit } from "../../session/visit";

/** A text that opens where one wants to read it. */
export function LongText({
  title,
  text,
}: {
  readonly title: string;
  readonly text: string | undefined;
}) {
  if (text === undefined) return null;
  return (
    <details>
      <summary>{title}</summary>
      <p class="text">{text}</p>
    </details>
  );
}

/** The texts of a poll that are accepted. */
export type AcceptedText = "terms" | "privacy_policy";

/** The box by which one accepts a text of the poll, and the text. */
export function Acceptance({
  field,
  visit: { data, words },
}: {
  readonly field: AcceptedText;
  readonly visit: Visit;
}) {
  const title = field === "terms" ? words.poll.terms : words.poll.privacyPolicy;
  return (
    <div>
      <label class="check">
        <input type="checkbox" name={field} value="1" required /> {words.participant[field]}
      </label>
      <LongText title={title} text={data.poll.settings[field]} />
    </div>
  );
}
