import { cutText } from "../input";
import { themeColors } from "../pictures";
import type { Poll } from "./poll";

/** What the picture of links to a poll shows, and the picture that its owner gives instead. */
export interface LinkPicture {
  readonly title: string | undefined;
  readonly brand: string | undefined;
  /** The background, as `#rrggbb`. White text on it can be read. */
  readonly color: string;
  /** A data URL. The service has not checked it. */
  readonly dataUrl: string | undefined;
}

/** The operator of the service, as on its pages. */
interface Operator {
  readonly name: string | undefined;
  readonly color: string | undefined;
}

/** What the picture of links to a poll shows (docs/reference/pages.md#links-to-a-poll): no title of hidden content. */
export function linkPictureOf(
  { title, settings }: Pick<Poll, "title" | "settings">,
  operator: Operator,
): LinkPicture {
  const { white_label, theme, restrict_view_access } = settings;
  const own = white_label ? undefined : operator;
  const { data } = settings.social_media_image_data ?? {};
  return {
    title: restrict_view_access
      ? undefined
      : drawableText(settings.social_media_title ?? title, TITLE_MAX),
    brand: own?.name === undefined ? undefined : drawableText(own.name, BRAND_MAX),
    color: theme === undefined ? (own?.color ?? themeColors.blue) : themeColors[theme],
    dataUrl: typeof data === "string" && data.startsWith("data:") ? data : undefined,
  };
}

const TITLE_MAX = 140;
const BRAND_MAX = 60;

/** Letters that the font of the media worker does not have. */
const foreignLetter =
  /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Common}])\p{L}/u;
/** Pictograms, which the font does not have either, and characters that are not seen. */
const unseen =
  /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Variation_Selector}\p{Cf}\p{Cc}\p{Co}\p{Cn}]|\u20e3)+/gu;

/** A text as the font can draw it. Undefined if it has foreign letters, or if nothing is left. */
function drawableText(text: string, max: number): string | undefined {
  if (foreignLetter.test(text)) return undefined;
  const shown = text.replace(unseen, " ").replace(/\s+/gu, " ").trim();
  if (shown === "") return undefined;
  const cut = cutText(shown, max);
  return cut === shown ? shown : `${cut.trimEnd()}…`;
}
