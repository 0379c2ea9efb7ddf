import type { OwnerKey } from "@polls/domain/access";
import {
  type ApprovalState,
  type Option,
  optionSettingsOf,
  type VotedOption,
} from "@polls/domain/options";
import type { Option as OptionRow } from "../generated/prisma/client";

/** The columns that become a `VotedOption`. */
export const votedOptionColumns = `id, public_id, poll_id, parent_id, type, owner_key, content, position,
  approval_state, archived, paid, data, settings, input_type, start_date, end_date`;

export type VotedOptionRow = Pick<OptionRow, keyof VotedOption>;

export const votedOptionFromRow = (row: VotedOptionRow): VotedOption => ({
  id: row.id,
  publicId: row.publicId,
  pollId: row.pollId,
  parentId: row.parentId ?? undefined,
  type: row.type,
  ownerKey: (row.ownerKey as OwnerKey | null) ?? undefined,
  content: row.content ?? undefined,
  position: row.position,
  approvalState: row.approvalState as ApprovalState,
  archived: row.archived,
  paid: row.paid ?? undefined,
  data: row.data ?? undefined,
  settings: optionSettingsOf(row.settings),
  inputType: row.inputType ?? undefined,
  startDate: row.startDate ?? undefined,
  endDate: row.endDate ?? undefined,
});

/** Converts a row of `options`. */
export const optionFromRow = (row: OptionRow): Option => ({
  subtitle: row.subtitle ?? undefined,
  description: row.description ?? undefined,
  authorName: row.authorName ?? undefined,
  infoLink: row.infoLink ?? undefined,
  infoLinkTitle: row.infoLinkTitle ?? undefined,
  tags: row.tags,
  youtubeId: row.youtubeId ?? undefined,
  vimeoId: row.vimeoId ?? undefined,
  state: row.state ?? undefined,
  stateChangeMessage: row.stateChangeMessage ?? undefined,
  approvalStateUpdatedAt: row.approvalStateUpdatedAt ?? undefined,
  picked: row.picked,
  drawingType: row.drawingType ?? undefined,
  locationType: row.locationType ?? undefined,
  rotation: row.rotation ?? undefined,
  additionalAttributes: row.additionalAttributes as Record<string, string>,
  termsAccepted: row.termsAccepted ?? undefined,
  privacyPolicyAccepted: row.privacyPolicyAccepted ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  // Last, because properties after a spread are slow (docs/performance.md#spreads).
  ...votedOptionFromRow(row),
});
