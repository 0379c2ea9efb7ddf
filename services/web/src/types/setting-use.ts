import type { Poll } from "@polls/client";
import { electsSeveral } from "./counting-methods";
import { takesFiles } from "./option-forms";
import { optionClassOf, optionTypeOf } from "./option-types";
import { pollTypeOf } from "./poll-types";
import { voteTypeOf } from "./vote-types";

export type SettingUse = (poll: Poll) => boolean;

const kindIs =
  (...kinds: readonly string[]): SettingUse =>
  (poll) =>
    kinds.includes(pollTypeOf(poll).kind);

const inLists = kindIs("list");
const inSurveys = kindIs("survey");
const inTables = kindIs("table");
const whereOptionsAreAdded = kindIs("list", "survey", "pairwise");
const inGalleries: SettingUse = (poll) => pollTypeOf(poll).layout === "gallery";
const inCalendars: SettingUse = (poll) => pollTypeOf(poll).layout === "calendar";
const submissionOf = (poll: Poll) => optionTypeOf({ type: optionClassOf(poll) }).submission;
const ofDates: SettingUse = (poll) => submissionOf(poll)?.by === "dates";
const ofPictures: SettingUse = (poll) => {
  const submission = submissionOf(poll);
  return submission?.by === "file" && submission.accept === "image/*";
};
const whereParticipantsAdd: SettingUse = (poll) =>
  whereOptionsAreAdded(poll) && poll.settings.allow_new_options;
const areSold = ({ settings }: Poll): boolean => settings.voting_fee_type === "voting_sell_votes";
const ofValues: SettingUse = (poll) => voteTypeOf(poll)?.bounded === true || areSold(poll);

/** Beside another setting. */
export const where =
  (name: keyof Poll["settings"]): SettingUse =>
  ({ settings }) =>
    Boolean(settings[name]);

/** The polls for which settings mean something. */
export const uses = {
  inLists,
  inSurveys,
  inTables,
  inGalleries,
  inCalendars,
  ofPictures,
  ofValues,
  whereOptionsAreAdded,
  whereParticipantsAdd,
  inListsAndSurveys: kindIs("list", "survey"),
  inSurveysAndTables: kindIs("survey", "table"),
  /** Whose options are compared with each other. */
  whereOptionsCompete: kindIs("list", "pairwise"),
  inCollections: (poll) => pollTypeOf(poll).takesIdeas === true,
  inGalleriesAndCalendars: (poll) => inGalleries(poll) || inCalendars(poll),
  inPhotoGalleries: (poll) => inGalleries(poll) && ofPictures(poll),
  ofFiles: (poll) =>
    takesFiles(optionClassOf(poll)) || inSurveys(poll) || inTables(poll) || inCalendars(poll),
  whereAuthorsAreShown: (poll) => whereParticipantsAdd(poll) || (inLists(poll) && !ofDates(poll)),
  /** Stars begin at none. */
  withMinimum: (poll) =>
    ofValues(poll) && (poll.settings.vote_type !== "Votes::RatingVote" || areSold(poll)),
  ofAverages: (poll) => inLists(poll) && voteTypeOf(poll)?.averages === true,
  ofDots: (poll) => voteTypeOf(poll)?.defaultLimit !== undefined,
  isCounted: where("counting_method"),
  electsSeveral: ({ settings: { counting_method: method } }) =>
    method !== undefined && electsSeveral(method),
  withPlacesForAll: ({ settings }) => settings.limit_per_option_type === "limit_for_all",
  /** A date has no quality that a jury would judge. */
  takesJury: (poll) => poll.settings.jury_mode || !ofDates(poll),
  takesProviders: ({ settings, configuration_hints: hints }) =>
    settings.access_by_provider !== undefined ||
    (hints?.access_by_provider?.allowed_values ?? []).some((value) => value?.startsWith("oidc")),
} satisfies Readonly<Record<string, SettingUse>>;
