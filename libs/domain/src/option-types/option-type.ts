import type { OptionSettings } from "../options/option-settings";

/** What a file is, told by its content (decisions 11). */
export type FileKind = "image" | "video" | "audio" | "document";

/** Attributes that creating an option of a class demands (decisions 3). */
export type OptionRequirement = "content" | "attachment" | "start_date" | "end_date" | "data";

/** What tells apart the classes of one family when an option is made. */
export interface OptionPayload {
  readonly hasFile: boolean;
  readonly hasYoutubeId: boolean;
  readonly hasVimeoId: boolean;
}

/** What an option lets stand under it. */
export interface Children {
  /** Class of a child; its family may refine it (`variantFor`). */
  readonly type: string;
  /** Class of a child that comes with a file; undefined: the same. */
  readonly typeWithFile?: string;
  /** Class of votes on the children; undefined: none are taken; `"poll"`: the poll's `vote_type`. */
  readonly voteType: "poll" | (string & {}) | undefined;
  /** Bounds of their votes beside the poll's own (survey steps). */
  readonly voteLimits: "poll" | "step" | "columns";
  /** Who makes them: as top-level options are made, admins only, or every member, one for each actor. */
  readonly madeBy: "as_top_level" | "admins" | "every_actor_once";
  /** Who sees them, apart from admins. */
  readonly seenBy: "members" | "author";
}

/** One class of options: answers to the questions the service asks about it (decisions 3 and 4). */
export interface OptionType {
  readonly name: `Options::${string}`;
  /** May stand at the top of votings, collections and calendars of any kind. */
  readonly simple: boolean;
  /** What its file may be; empty: it carries none. */
  readonly fileKinds: readonly FileKind[];
  /** Large, thumb, social and cover are made of its file. */
  readonly rendersFile: boolean;
  /** Where its file is read: S2.2's `attachment`, or the extension `video`. */
  readonly fileField: "attachment" | "video";
  /** What creating one demands. */
  readonly requires: readonly OptionRequirement[];
  /** Votes go to it: always, never (steps, categories), or unless it is part of a group. */
  readonly votable: "always" | "never" | "unless_grouped";
  /** What stands under it; undefined: nothing. `pollOptionType` is the poll's `option_type`. */
  readonly children: (
    option: { readonly settings: OptionSettings; readonly inputType: string | undefined },
    pollOptionType: string,
  ) => Children | undefined;
  /** The class made of a payload where one family has several; undefined: this one. */
  readonly variantFor: (payload: OptionPayload) => string | undefined;
  /** The class of the group that several files of this class make at once; undefined: no groups. */
  readonly groupedAs: string | undefined;
  /** Fields of S2.2 that only some classes have. */
  readonly ownFields: readonly OwnField[];
  /** Members see nothing of it before its `start_date` but id, type, position and that date. */
  readonly opensAtStartDate: boolean;
  /** `hidden_image_name` hides its `content` from members. */
  readonly contentIsImageName: boolean;
  /** It is a page of a survey: `survey_step_*` settings, branching. */
  readonly isStep: boolean;
  /** It is a question with an `input_type`. */
  readonly isInput: boolean;
}

/** Fields that only options of some classes carry. */
export type OwnField =
  | "data"
  | "drawing_type"
  | "input_type"
  | "location_type"
  | "rotation"
  | "video_thumb_path"
  | "vimeo_id"
  | "youtube_id"
  | "start_date"
  | "end_date";
