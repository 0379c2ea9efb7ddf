import type { BaseUrl } from "@polls/config";
import {
  type FieldRules,
  hasManageScope,
  owns,
  type PollCaller,
  visibleFields,
} from "@polls/domain/access";
import { placeOrFile } from "@polls/domain/naming";
import { optionTypes } from "@polls/domain/option-types";
import {
  childrenOf,
  isAnonymousAnswer,
  isUnopened,
  mayReadOriginal,
  type Option,
  type OptionViewer,
  optionFields,
  optionSettingsWire,
  type RequestedFields,
  translateOption,
} from "@polls/domain/options";
import { shownMoment } from "@polls/domain/participants";
import { pollTypes } from "@polls/domain/poll-types";
import type { Poll } from "@polls/domain/polls";
import { type Rating, ratingVisibility } from "@polls/domain/ratings";
import { voteSettingsOn } from "@polls/domain/votes";
import { pollUrls } from "../../pages/poll-urls";
import { attachmentUrls, playbackOf, videoUrls } from "./file-urls";
import type { OptionFacts } from "./option-facts";
import type { OptionFile, OptionRecord } from "./option-rows";
import type { OptionListItemWire, OptionWire } from "./options.schema";

/** A field of the response without a visibility rule does not compile. */
const fields = optionFields satisfies FieldRules<keyof OptionWire, OptionViewer>;

export interface OptionExtras extends OptionFacts {
  /** Undefined: the option has no votes to rate, or its rating is hidden. */
  readonly rating?: Rating | undefined;
  /** The request created the option. Anonymous readers own nothing, but see their new option. */
  readonly justCreated?: boolean;
  /** Full form only. */
  readonly childrenCount?: number;
  /** Full form only: the page where the fee or donation can be paid. */
  readonly paymentUrl?: string | undefined;
  /** Full form only, for admins. */
  readonly fraudulentCount?: number;
}

export interface Links {
  readonly baseUrl: BaseUrl;
  /** Empty for pages: they load files from their own address alone. */
  readonly filesBase: string;
  readonly fileLinkKey: string;
}

export const presentOption = (
  record: OptionRecord,
  extras: OptionExtras,
  caller: PollCaller,
  links: Links,
): OptionWire => present(record, extras, caller, links, { form: "full" }) as unknown as OptionWire;

export const presentListItem = (
  record: OptionRecord,
  { requested, ...extras }: OptionExtras & { readonly requested: ReadonlySet<RequestedFields> },
  caller: PollCaller,
  links: Links,
): OptionListItemWire =>
  present(record, extras, caller, links, {
    form: "list",
    requested,
  }) as unknown as OptionListItemWire;

function present(
  record: OptionRecord,
  extras: OptionExtras,
  caller: PollCaller,
  links: Links,
  form: Pick<OptionViewer, "form" | "requested">,
) {
  const { parent } = record;
  const { poll, access, now } = caller;
  const type = optionTypes.get(record.option.type);
  const isAuthor = extras.justCreated === true || owns(caller.actor, record.option);
  // Who may change the texts gets those that a change replaces.
  const option =
    isAuthor || access === "admin"
      ? record.option
      : translateOption(record.option, caller.textLanguage);
  const viewer: OptionViewer = {
    isAdmin: access === "admin",
    isAuthor,
    ...form,
    settings: poll.settings,
    type,
    hasStates: pollTypes.get(poll.type).hasOptionStates,
    ratings: ratingVisibility(caller),
    isUnopened: isUnopened(option, now),
  };
  const anonymous = !isAuthor && isAnonymousAnswer(poll, parent, access);
  const urls = pollUrls(links.baseUrl, poll);
  return visibleFields(fields, viewer, {
    id: option.publicId,
    public_url: `${urls.public}/o/${option.publicId}`,
    type: option.type,
    admin_url: hasManageScope(caller.actor) ? `${urls.admin}/o/${option.publicId}` : undefined,
    parent_option_id: parent?.publicId,
    child_option_type: childrenOf(poll, option)?.type,
    ...ownValues(option, anonymous),
    // The place among the answers would tell when its participant answered.
    position: anonymous ? 1 : extras.position,
    full: extras.places && extras.places.free === 0,
    places: extras.places?.of,
    free_places: extras.places?.free,
    comments_count: extras.comments,
    takes_text: takesText(poll, record),
    decided: extras.decided || undefined,
    called_off: extras.calledOff || undefined,
    merged_into: extras.merge?.into,
    merge_undoable_until: extras.merge?.undoableUntil?.toISOString(),
    ...ratingValues(extras.rating, viewer),
    ...fileValues(record, caller, viewer, links),
    options_count: extras.childrenCount,
    fraudulent_count: extras.fraudulentCount,
    payment_url: extras.paymentUrl,
    settings: optionSettingsWire(option.settings, type.isStep),
  });
}

/** Whether votes on the option have a text beside their value. */
const takesText = (poll: Poll, { option, parent }: OptionRecord): true | undefined =>
  option.settings.allow_other && voteSettingsOn(poll, { option, parent })?.type.takesOther === true
    ? true
    : undefined;

const ownValues = (option: Option, anonymous: boolean) => ({
  content: option.content,
  subtitle: option.subtitle,
  description: option.description,
  has_description: option.description === undefined ? undefined : true,
  author_name: option.authorName,
  state: option.state,
  paid: option.paid,
  data: option.data,
  drawing_type: option.drawingType,
  input_type: option.inputType,
  location_type: option.locationType,
  privacy_policy_accepted: option.privacyPolicyAccepted,
  terms_accepted: option.termsAccepted,
  rotation: option.rotation,
  info_link: option.infoLink,
  info_link_title: option.infoLinkTitle,
  tags: option.tags.length === 0 ? undefined : [...option.tags],
  start_date: option.startDate?.toISOString(),
  end_date: option.endDate?.toISOString(),
  created_at: shownMoment(option.createdAt.toISOString(), anonymous),
  updated_at: shownMoment(option.updatedAt.toISOString(), anonymous),
  vimeo_id: option.vimeoId,
  youtube_id: option.youtubeId,
  approval_state: option.approvalState,
  approval_state_updated_at:
    option.approvalStateUpdatedAt &&
    shownMoment(option.approvalStateUpdatedAt.toISOString(), anonymous),
  archived: option.archived,
  state_change_message: option.stateChangeMessage,
  additional_attributes:
    Object.keys(option.additionalAttributes).length === 0 ? undefined : option.additionalAttributes,
});

function ratingValues(rating: Rating | undefined, { ratings }: OptionViewer) {
  if (rating === undefined) return {};
  return {
    rank: rating.rank,
    rating: rating.rating,
    average_rating: rating.averageRating,
    best_rating: rating.bestRating,
    selected: rating.selected,
    voter_count: rating.voterCount,
    voting_category_option_ratings:
      rating.categories.length === 0 ? undefined : categoryRatings(rating, ratings),
  };
}

/** The ratings of an option in each voting category. Empty in polls without categories. */
export const categoryRatings = (
  { categories }: Rating,
  shown: Pick<OptionViewer["ratings"], "best">,
): NonNullable<OptionWire["voting_category_option_ratings"]> =>
  categories.map((category) => ({
    voting_category_id: category.votingCategoryId,
    rating: category.rating,
    ...(category.averageRating !== undefined && { average_rating: category.averageRating }),
    ...(shown.best && category.bestRating !== undefined && { best_rating: category.bestRating }),
    ...(shown.best && category.selected !== undefined && { selected: category.selected }),
  }));

function fileValues(
  { option, parent, file }: OptionRecord,
  { now }: PollCaller,
  viewer: OptionViewer,
  { filesBase, fileLinkKey }: Links,
) {
  const processing = file !== undefined && !file.processed;
  if (file === undefined) {
    return { processing, name: nameOf(option), video_thumb_path: youtubeThumb(option) };
  }
  const underInput = parent !== undefined && optionTypes.get(parent.type).isInput;
  const readsOriginal = mayReadOriginal({ ...viewer, underInput });
  const urlOptions = {
    base: filesBase,
    original: readsOriginal ? { linkKey: fileLinkKey, now } : undefined,
  };
  const video = viewer.type.fileField === "video" ? videoUrls(file, urlOptions) : undefined;
  return {
    processing,
    name: nameOf(option, readsOriginal ? file.fileName : undefined),
    attachment: attachmentUrls(file, urlOptions),
    video,
    video_thumb_path: video?.thumb_url,
    ...layoutValues(file),
    metadata: file.camera,
    playback: playbackOf(file, urlOptions),
    processing_error: file.processingError,
    processing_progress: processing ? file.progress : undefined,
  };
}

/** What an option without a text is called by. Dates are told apart, because their words depend on the reader. */
const nameOf = ({ content, data }: Option, fileName?: string): string | undefined =>
  content === undefined ? placeOrFile({ data, fileName }) : undefined;

/** What a page needs to lay a file out before it loads (docs/reference/media.md#layout). */
export const layoutValues = ({
  processed,
  processingError,
  width,
  height,
  thumbhash,
}: OptionFile) => (processed && processingError === undefined ? { width, height, thumbhash } : {});

const youtubeThumb = ({ youtubeId }: Option): string | undefined =>
  youtubeId === undefined ? undefined : `https://i.ytimg.com/vi/${youtubeId}/hqdefault.jpg`;
