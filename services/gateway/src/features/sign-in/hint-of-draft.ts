import { leadsToDraft } from "@polls/domain/polls";
import { type Html, html, type Language } from "@polls/markup";
import { wordsIn } from "../../pages/languages";

/** Says, before the link is used, in which browser a new poll is created. */
export const hintOfDraft = (
  language: Language,
  { returnPath }: { readonly returnPath: string | undefined },
): Html =>
  leadsToDraft(returnPath)
    ? html`<p><strong>${wordsIn(language).signIn.draft}</strong></p>\n`
    : html``;
