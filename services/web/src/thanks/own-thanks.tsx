import { forwardedIn, withParameters } from "../parts/page/forwarded";
import type { Visit } from "../session/visit";

/** The thank-you texts of the poll's owner, which replace the default texts. */
export const thanksFields = ["title", "text", "link", "link_title"] as const;
export type ThanksField = (typeof thanksFields)[number];
export type OwnWords = Readonly<Partial<Record<ThanksField, string>>>;

/** Reads the texts of the poll's owner; other values and links of other kinds are left out. */
export function ownThanksIn(data: Readonly<Record<string, unknown>> | undefined): OwnWords {
  const texts = thanksFields.flatMap((field) => {
    const text = data?.[field];
    const usable = typeof text === "string" && text.trim() !== "";
    return usable && (field !== "link" || /^https?:\/\//i.test(text)) ? [[field, text]] : [];
  });
  return Object.fromEntries(texts) as OwnWords;
}

/** Text and link; the title replaces the title of the page. */
export const OwnThanks = ({
  own: { text, link, link_title },
  visit: { data },
}: {
  readonly own: OwnWords;
  readonly visit: Visit;
}) => (
  <>
    {text !== undefined && <p class="text">{text}</p>}
    {link !== undefined && (
      <p>
        <a
          href={withParameters(link, forwardedIn(data.poll.settings, location.search))}
          rel="noopener noreferrer nofollow"
        >
          {link_title ?? link}
        </a>
      </p>
    )}
  </>
);
