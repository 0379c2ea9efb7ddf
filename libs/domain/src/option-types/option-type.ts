import type { OptionSettings } from "../options/option-settings";

/** Kind of a file, found from its content (docs/reference/media.md#kind-by-content). */
export type FileKind = "image" | "video" | "audio" | "document";

/** Attributes that a class may require on creation. */
export type OptionRequirement = "content" | "attachment" | "start_date" | "end_date" | "data";

/** The parts of a create request that decide between classes of one family. */
export interface OptionPayload {
  readonly hasFile: boolean;
  readonly hasYoutubeId: boolean;
  readonly hasVimeoId: boolean;
}

/** The children that an option may have. */
export interface Children {
  /** Class of a child; `variantFor` may refine it. */
  readonly type: string;
  /** Class of a child with a file; undefined: the same. */
  readonly typeWithFile?: string;
  /** Type of votes on the children; `"poll"`: the `vote_type` of the poll; undefined: no votes. */
  readonly voteType: "poll" | (string & {}) | undefined;
  /** Where the bounds of their votes come from. */
  readonly voteLimits: "poll" | "step" | "columns";
  /** Which callers create them: those who create top-level options, admins, or each actor one. */
  readonly createdBy: "as_top_level" | "admins" | "every_actor_once";
  /** Which callers beside admins see them. */
  readonly visibleTo: "members" | "author";
}

/** An option class: a value for everything that depends on the class (docs/reference/options.md#classes). */
export interface OptionType {
  readonly name: `Options::${string}`;
  /** Polls of the type `Polls::Voting` may have it at the top level. */
  readonly simple: boolean;
  /** Allowed kinds of its file; empty: it has no file. */
  readonly fileKinds: readonly FileKind[];
  /** The service makes derivatives of its file. */
  readonly rendersFile: boolean;
  /** The field that shows its file. */
  readonly fileField: "attachment" | "video";
  /** Attributes required on creation. */
  readonly requires: readonly OptionRequirement[];
  /** Whether it takes votes, where its parent lets it (docs/reference/options.md#votable-options). */
  readonly votable: boolean;
  /** Its children; undefined: none. `pollOptionType` is the `option_type` of the poll. */
  readonly children: (
    option: { readonly settings: OptionSettings; readonly inputType: string | undefined },
    pollOptionType: string,
  ) => Children | undefined;
  /** The class for a payload where a family has several; undefined: this one. */
  readonly variantFor: (payload: OptionPayload) => string | undefined;
  /** The class of the group for several files at once; undefined: no groups. */
  readonly groupedAs: string | undefined;
  /** Its fields that only some classes have. */
  readonly ownFields: readonly OwnField[];
  /** Before its `start_date` members see only id, type, position and that date. */
  readonly opensAtStartDate: boolean;
  /** `hidden_image_name` hides its `content` from members. */
  readonly contentIsImageName: boolean;
  /** It is a survey step, with `survey_step_*` settings and branching. */
  readonly isStep: boolean;
  /** It has an `input_type`. */
  readonly isInput: boolean;
}

/** Fields that only some classes have. */
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
