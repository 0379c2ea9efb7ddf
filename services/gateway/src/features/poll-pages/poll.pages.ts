import type { BaseUrl } from "@polls/config";
import { localeIn, nameOption } from "@polls/domain/naming";
import { namingOf, optionTypes } from "@polls/domain/option-types";
import { amountFormat, formatAmount } from "@polls/domain/payments";
import { pictureFiles } from "@polls/domain/pictures";
import { pairsPictures, pollTypes } from "@polls/domain/poll-types";
import { accountOfPoll, type Poll, translatePoll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import { type Language, voteWordsIn } from "@polls/markup";
import type { Deps } from "../../deps";
import type { AppPage, PageWidth } from "../../pages/app-shell";
import { keepLanguage } from "../../pages/chosen-language";
import type { Looks } from "../../pages/document";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { Redirect } from "../../pages/page-shell";
import type { PageEntry } from "../../pages/web-assets";
import { pollLanguage } from "../notices/poll-language";
import type { OptionWire } from "../options/options.schema";
import {
  type AccountSession,
  findSession,
  type SessionDeps,
} from "../page-sessions/account-session";
import { frameSessionOf } from "../page-sessions/frame-session";
import { visitorOf } from "../page-sessions/signed-cookie";
import { type PaymentsOfAccount, paymentsOfAccount } from "../payments/payments-of-account";
import { proofNotice } from "../providers/proof.pages";
import { methodSentence } from "../results/count/method-words";
import { choiceOfLanguage, languagesOf } from "./choice-of-language";
import { type FirstDataDeps, type MovedPage, type PageOfPoll, readFirstData } from "./first-data";
import { linkPictureUrl } from "./link-picture";

/** The hash in the URL of a page: the member hash for participants, the admin hash for admins. */
type Side = "member_hash" | "admin_hash";

const pageOf = (
  path: string,
  entryOf: (poll: Pick<Poll, "type" | "settings">) => PageEntry,
  side: Side,
): PageRoute => ({
  path,
  show: async (input, deps) => {
    const session = side === "admin_hash" ? await sessionOf(input, deps) : undefined;
    const found = await read(input, { session, showsResults: entryOf === results }, deps);
    if ("movedTo" in found) return movedPage(found, input);
    if (found.visit.addressedBy !== side) throw new NotFound("Poll");
    const payments = session && (await paymentsOf(found, session, deps));
    const { baseUrl } = deps.config;
    const cover = absolute(found.data.poll.cover?.attachment?.attachment_url_social, baseUrl);
    const linkPicture = await linkPictureUrl(found.visit.poll, cover, deps);
    const page = { entry: entryOf(found.visit.poll), side, session, payments, linkPicture };
    return appPage(
      found,
      page,
      { ...input, language: await languageFor(input, found, deps) },
      deps,
    );
  },
});

const movedPage = ({ movedTo }: MovedPage, { params, query, at }: PageInput): Redirect => ({
  kind: "redirect",
  path: at(`/p/${params.hash}/o/${movedTo}${query.size > 0 ? `?${query}` : ""}`),
  isMoved: true,
});

/** A reader that names no language, such as a messenger that shows a preview, gets the language of the poll. */
const languageFor = (
  { languages, language }: PageInput,
  { visit: { poll } }: PageOfPoll,
  { db }: Pick<Deps, "db">,
): Language | Promise<Language> =>
  languages.some((one) => one !== "*") ? language : pollLanguage(db, poll);

const sessionOf = ({ cookie, now }: PageInput, deps: SessionDeps & Pick<Deps, "db">) =>
  findSession(deps.db, cookie, { deps, now });

const paymentsOf = (
  { visit: { poll } }: PageOfPoll,
  { account }: AccountSession,
  deps: Pick<Deps, "config" | "db">,
) =>
  paymentsOfAccount(deps.db, { accountId: account.id, payeeId: accountOfPoll(poll) }, deps.config);

const read = (
  { params, query, cookie, authorization, clientAddress, languages, now }: PageInput,
  {
    session,
    showsResults,
  }: { readonly session: AccountSession | undefined; readonly showsResults: boolean },
  deps: FirstDataDeps,
): Promise<PageOfPoll | MovedPage> =>
  readFirstData(
    {
      pollHash: params.hash ?? "",
      optionId: params.option,
      visitor: visitorOf(cookie, deps)?.id,
      cookie,
      frameSession: frameSessionOf(deps.config.keys, authorization, now),
      accountId: session?.account.id,
      clientAddress,
      languages,
      showsResults,
      invitation: query.get("invitation") ?? undefined,
    },
    deps,
  );

function appPage(
  { visit, data }: PageOfPoll,
  {
    entry,
    side,
    session,
    payments,
    linkPicture,
  }: {
    readonly entry: PageEntry;
    readonly side: Side;
    readonly session: AccountSession | undefined;
    readonly payments: PaymentsOfAccount | undefined;
    readonly linkPicture: string | undefined;
  },
  { language, languages, params, query, at }: PageInput,
  deps: Pick<Deps, "config" | "ownUrl" | "signInProviders">,
): AppPage {
  const { config } = deps;
  const { poll } = data;
  const { social_media_title, social_media_description } = translatePoll(
    visit.poll,
    visit.textLanguage,
  ).settings;
  const option = data.option && nameOf(data.option, visit.poll, { language, languages });
  const counting = methodSentence(visit.poll, language);
  const titled = (title: string) => (option === undefined ? title : `${option} – ${title}`);
  const [first] = data.options?.items ?? [];
  const isPaired = entry === "poll" && pairsPictures(visit.poll);
  const choice = languagesOf(poll.settings, language);
  const shown = side === "member_hash" ? choice.shown : language;
  const chosen = query.get("language") === shown ? shown : undefined;
  return {
    kind: "app",
    entry,
    language,
    title: titled(poll.title),
    linkTitle: titled(social_media_title ?? poll.title),
    linkDescription: social_media_description,
    heading: poll.title,
    description: poll.description,
    url: data.option?.public_url ?? poll.public_url,
    picture:
      absolute(data.option?.attachment?.attachment_url_social, config.baseUrl) ?? linkPicture,
    cover:
      takesPart.has(entry) && entry !== "option"
        ? poll.cover && pictureFiles(poll.cover)
        : undefined,
    firstPicture:
      entry === "poll" && first !== undefined ? pictureFiles(first, isPaired) : undefined,
    data: {
      hash: params.hash,
      language,
      ...(languages.length > 0 && { languages: languages.join(", ") }),
      ...data,
      ...(isPaired && { paired: true }),
      poll: side === "member_hash" ? withoutPicture(poll) : poll,
      ...signedInAs(session),
      ...(payments !== undefined && { payments }),
      ...(side === "admin_hash" && { keptDays: config.keepClosedPollsDays }),
      ...contextOf(visit),
      ...pricesOf(visit.poll, localeIn(language, languages), config),
      ...(counting !== undefined && { counting }),
      ...(visit.textLanguage !== undefined && writtenTitles(visit.poll)),
    },
    notice: takesPart.has(entry) ? proofNotice(visit, { language, at }, deps) : undefined,
    ...widthOf(entry, visit.poll),
    // The URL of an admin page is secret.
    isIndexed: side === "member_hash" && entry !== "device" && isIndexed(visit.poll),
    looks: side === "member_hash" ? looksOf(visit.poll) : undefined,
    reportPath: side === "member_hash" ? at(`/p/${params.hash}/report`) : undefined,
    languages:
      side === "member_hash" && !query.has("present")
        ? choiceOfLanguage(choice, query, language)
        : undefined,
    cookie: chosen === undefined ? undefined : keepLanguage(chosen, deps),
    whiteLabel: side === "member_hash" && visit.poll.settings.white_label,
    // The URL of an admin page is secret, so the page frames no players of other sites.
    filmOrigins: side === "member_hash" && takesSiteFilms(visit.poll) ? filmOrigins : [],
    framesPolls: side === "admin_hash",
    frameHosts: side === "admin_hash" ? "none" : visit.poll.settings.allowed_hosts,
  };
}

/** The pages on which participants vote or submit. */
const takesPart: ReadonlySet<PageEntry> = new Set([
  "poll",
  "survey",
  "pairwise",
  "table",
  "places",
  "option",
]);

const looksOf = ({ settings: { theme, title_font } }: Poll): Looks => ({
  palette: theme,
  titleFont: title_font === "modern" ? undefined : title_font,
});

const nameOf = (
  option: OptionWire,
  { settings }: Poll,
  { language, languages }: Pick<PageInput, "language" | "languages">,
): string =>
  nameOption(
    { ...option, ...namingOf(option.type) },
    {
      ...voteWordsIn(language),
      locale: localeIn(language, languages),
      timezone: settings.timezone,
    },
  );

/** A search engine could list only the title of a poll whose content it cannot read. */
const isIndexed = ({ settings }: Pick<Poll, "settings">): boolean =>
  settings.indexing && !settings.restrict_view_access;

/** The width of a page of this poll (docs/reference/pages.md#looks-of-a-poll). */
function widthOf(entry: PageEntry, { type, settings }: Poll): { readonly width?: PageWidth } {
  if (entry === "admin") return { width: "columns" };
  if (entry === "table" || entry === "places") return { width: "wide" };
  if (entry !== "poll" || !pollTypes.get(type).isWall || settings.show_as_list) return {};
  return { width: settings.photo_gallery_full_width ? "full" : "wide" };
}

/** Other sites load the picture of a link preview. */
const absolute = (path: string | undefined, baseUrl: BaseUrl): string | undefined =>
  path === undefined ? undefined : new URL(path, baseUrl.origin).href;

/** The players of YouTube and Vimeo (docs/reference/pages.md#films-and-sounds-on-pages). */
const filmOrigins = ["https://www.youtube-nocookie.com", "https://player.vimeo.com"];

const takesSiteFilms = ({ settings }: Pick<Poll, "settings">): boolean =>
  optionTypes
    .get(settings.option_type)
    .variantFor({ hasFile: false, hasYoutubeId: true, hasVimeoId: false }) !== undefined;

/** No page for participants shows the picture of links, which may be large. */
const withoutPicture = ({ settings, ...poll }: PageOfPoll["data"]["poll"]) => ({
  ...poll,
  settings: { ...settings, social_media_image_data: {} },
});

/** Parameters of the address are named by the titles of fields as they were written. */
const writtenTitles = ({ settings }: Poll) =>
  settings.forward_url_parameters && {
    writtenTitles: Object.fromEntries(
      Object.entries(settings.additional_attributes).map(([id, { title }]) => [id, title]),
    ),
  };

/** The prices of the poll as texts: its settings have amounts without their currency. */
function pricesOf({ settings }: Poll, locale: string, { payments }: Deps["config"]) {
  if (payments === undefined) return {};
  const text = (amount: number | undefined) =>
    amount === undefined ? undefined : formatAmount(amount, payments.currency, locale);
  const prices = { voting: text(settings.voting_fee), submission: text(settings.submission_fee) };
  const { voting_fee: fee, voting_fee_type: type } = settings;
  const { divisor, format } = amountFormat(payments.currency);
  const vote = fee !== undefined &&
    type === "voting_sell_votes" && { vote: { price: fee / divisor, locale, format } };
  return (prices.voting ?? prices.submission) ? { prices: { ...prices, ...vote } } : {};
}

const signedInAs = (session: AccountSession | undefined) =>
  session === undefined
    ? {}
    : { account: { email: session.account.email, name: session.account.name } };

/** The script of the page, by the way in which participants vote. */
function takingPart({ type, settings }: Pick<Poll, "type" | "settings">): PageEntry {
  const { hasSteps, offersPairs, participantsAreRows } = pollTypes.get(type);
  if (hasSteps) return "survey";
  if (offersPairs) return "pairwise";
  if (participantsAreRows) return "table";
  const { ownFields } = optionTypes.get(settings.option_type);
  return ownFields.includes("location_type") ? "places" : "poll";
}

const results = (): PageEntry => "results";
const device = (): PageEntry => "device";

/** The organization in whose context the account manages the poll. */
const contextOf = ({ membership }: PageOfPoll["visit"]) =>
  membership === undefined
    ? {}
    : { organization: { id: membership.publicId, name: membership.name } };

/** The pages of a poll (docs/reference/pages.md#addresses). */
export const pollPages: readonly PageRoute[] = [
  pageOf("/p/:hash", takingPart, "member_hash"),
  pageOf("/p/:hash/results", results, "member_hash"),
  pageOf("/p/:hash/device", device, "member_hash"),
  pageOf("/p/:hash/o/:option", () => "option", "member_hash"),
  pageOf("/p/:hash/admin", () => "admin", "admin_hash"),
  pageOf("/p/:hash/admin/o/:option", () => "admin", "admin_hash"),
];
