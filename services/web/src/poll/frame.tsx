import type { ComponentChildren } from "preact";
import type { Visit } from "../session/visit";

/** What all pages of a poll have around their content. */
export function Frame({
  visit: { data, words },
  children,
}: {
  readonly visit: Visit;
  readonly children: ComponentChildren;
}) {
  const { publisher, publisher_email, terms, privacy_policy } = data.poll.settings;
  return (
    <>
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

function LongText({ title, text }: { readonly title: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <details>
      <summary>{title}</summary>
      <p class="text">{text}</p>
    </details>
  );
}
