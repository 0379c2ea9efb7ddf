import { now } from "../../votes/testing/ordinary";
import type { Option } from "../option";
import { type OptionSettings, optionSettingsOf } from "../option-settings";

type OptionOverrides = Partial<Omit<Option, "settings">> & {
  readonly settings?: Partial<OptionSettings>;
};

/** An approved option whose author is Ann. Tests pass the fields that differ. */
export const ordinaryOption = ({ settings, ...difference }: OptionOverrides = {}): Option => ({
  id: 20n,
  publicId: "option-20",
  pollId: 1n,
  parentId: undefined,
  type: "Options::TextOption",
  ownerKey: "anonymous:ann",
  content: "Pizza",
  subtitle: undefined,
  description: undefined,
  authorName: undefined,
  infoLink: undefined,
  infoLinkTitle: undefined,
  tags: [],
  youtubeId: undefined,
  vimeoId: undefined,
  position: 1,
  state: undefined,
  stateChangeMessage: undefined,
  approvalState: "approved",
  approvalStateUpdatedAt: undefined,
  archived: false,
  picked: false,
  paid: undefined,
  data: undefined,
  settings: optionSettingsOf(settings ?? {}),
  drawingType: undefined,
  inputType: undefined,
  locationType: undefined,
  rotation: undefined,
  startDate: undefined,
  endDate: undefined,
  additionalAttributes: {},
  termsAccepted: undefined,
  privacyPolicyAccepted: undefined,
  createdAt: now,
  updatedAt: now,
  ...difference,
});
