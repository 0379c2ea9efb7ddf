import type { OwnerKey } from "../access/actor";
import type { ApprovalState } from "../options/option";

/** The longest comment, in characters. */
export const COMMENT_LENGTH_MAX = 2_000;
export const COMMENTS_MAX = 5_000;

export interface Comment {
  readonly id: bigint;
  readonly publicId: string;
  readonly content: string;
  readonly hidden: boolean;
  readonly approvalState: ApprovalState;
  readonly createdAt: Date;
  /** Undefined: the organizer wrote it. */
  readonly participant:
    | {
        readonly publicId: string;
        readonly ownerKey: OwnerKey;
        readonly userName: string | undefined;
      }
    | undefined;
  /** The comment that it answers. */
  readonly parent:
    | (Pick<Comment, "hidden" | "approvalState"> & {
        readonly id: bigint;
        readonly publicId: string;
      })
    | undefined;
}
