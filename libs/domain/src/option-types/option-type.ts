import type { OptionSettings } from "../options/option-settings";

/** Kind of a file, found from its content (docs/reference/media.md#kind-by-content). */
export type FileKind = "image" | "video" | "audio" | "document";

/** Attributes that a class may require on creation. */
export type OptionRequirement = "content" | "attachment" | "start_date" | "end_date" | "data";

/** The parts of a create request that select a class within a family of classes. */
export interface OptionPayload {
  readonly hasFile: boolean;
  readonly hasYoutubeId: boolean;
  readonly hasVimeoId: boolean;
}

export interface Children {
  /** Class of a child; `variantFor` may refine it. */
  readonly type: string;
  /** Class of a child with a file. When undefined, `type` applies to it too. */
  readonly typeWithFile?: string;
  /** The type of votes on the children: `"poll"` is the `vote_type` of the poll; undefined means none. */
  readonly voteType: "poll" | (string & {}) | undefined;
  /** The source of the bounds of votes on the children. */
  readonly voteLimits: "poll" | "step" | "columns";
  /** Who creates the children: who creates top-level options, admins, or every actor one child. */
  readonly createdBy: "as_top_level" | "admins" | "every_actor_once";
  /** Which callers, besides admins, see the children. */
  readonly visibleTo: "members" | "author";
}

/** What an option is to people. Without a text it is called so, with its position. */
export type OptionKind = "option" | "photo" | "film" | "sound" | "file" | "drawing" | "place";

/** An option class: all properties that depend on the class (docs/reference/options.md#classes). */
export interface OptionType {
  readonly name: `Options::${string}`;
  readonly kind: OptionKind;
  /** Whether its dates are days, moments, or days if they are the edges of one (docs/reference/time.md#time-zone). */
  readonly dates: "days" | "times" | "days_or_times";
  /** Whether polls of the type `Polls::Voting` accept it at the top level. */
  readonly simple: boolean;
  /** The allowed kinds of its file. Empty means that it has no file. */
  readonly fileKinds: readonly FileKind[];
  /** Whether the service creates derivatives of its file. */
  readonly rendersFile: boolean;
  /** The response field that contains its file. */
  readonly fileField: "attachment" | "video";
  /** Attributes required on creation. */
  readonly requires: readonly OptionRequirement[];
  /** Whether it accepts votes, unless its parent forbids them (docs/reference/options.md#votable-options). */
  readonly votable: boolean;
  /** Its children; undefined means none. `pollOptionType` is the `option_type` of the poll. */
  readonly children: (
    option: { readonly settings: OptionSettings; readonly inputType: string | undefined },
    pollOptionType: string,
  ) => Children | undefined;
  /** Selects the class for a payload within a family. Undefined means this class. */
  readonly variantFor: (payload: OptionPayload) => string | undefined;
  /** The class of the group that several files at once create. Undefined: there are no groups. */
  readonly groupedAs: string | undefined;
  /** The fields that this class has and some other classes do not have. */
  readonly ownFields: readonly OwnField[];
  /** Whether members see only id, type, position and `start_date` before that date. */
  readonly opensAtStartDate: boolean;
  /** Whether `hidden_image_name` hides its `content` from members. */
  readonly contentIsImageName: boolean;
  /** Whether it is a survey step, with `survey_step_*` settings and branching. */
  readonly isStep: boolean;
  /** Whether it has an `input_type`. */
  readonly isInput: boolean;
}

/** Fields that not all classes have. */
export type OwnField =
  | ("data" | "drawing_type" | "input_type" | "location_type" | "rotation")
  | ("video_thumb_path" | "vimeo_id" | "youtube_id" | "start_date" | "end_date");
