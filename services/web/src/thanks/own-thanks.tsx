/** What the maker of a poll may say in place of the words of the pages. */
export const thanksFields = ["title", "text", "link", "link_title"] as const;
export type ThanksField = (typeof thanksFields)[number];
export type OwnWords = Readonly<Partial<Record<ThanksField, string>>>;

/** Reads what the maker of a poll says; other texts and links of other kinds are left out. */
export function ownThanksIn(data: Readonly<Record<string, unknown>> | undefined): OwnWords {
  const texts = thanksFields.flatMap((field) => {
    const text = data?.[field];
    const usable = typeof text === "string" && text.trim() !== "";
    return usable && (field !== "link" || /^https?:\/\//i.test(text)) ? [[field, text]] : [];
  });
  return Object.fromEntries(texts) as OwnWords;
}

/** Text and link; the title stands where the page has its own. */
export const OwnThanks = ({ own: { text, link, link_title } }: { readonly own: OwnWords }) => (
  <>
    {text !== undefined && <p class="text">{text}</p>}
    {link !== undefined && (
      <p>
        <a href={link} rel="noopener noreferrer nofollow">
          {link_title ?? link}
        </a>
      </p>
    )}
  </>
);
