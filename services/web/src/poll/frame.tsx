import type { ComponentChildren } from "preact";
import { LongText } from "../parts/long-text";
import type { Visit } from "../session/visit";
import { Effect } from "./effect";

/** The frame around the content of all pages of a poll. */
export function Frame({
  visit: { data, words },
  children,
}: {
  readonly visit: Visit;
  readonly children: ComponentChildren;
}) {
  const { publisher, publisher_email, terms, privacy_policy, effect } = data.poll.settings;
  return (
    <>
      <Effect effect={effect} />
      <main>{children}</main>
      <footer>
        {publisher !== undefined && (
          <p>
            {words.poll.from} {publisher}
            {publisher_email !== undefined && (
              <>
                {" · "}
                <a href={`mailto:${publisher_email}`}>{publisher_email}</a>
              </>
            )}
          </p>
        )}
        <LongText title={words.poll.terms} text={terms} />
        <LongText title={words.poll.privacyPolicy} text={privacy_policy} />
      </footer>
    </>
  );
}
