import { registry } from "../registry";
import { adventCalendarOption } from "./advent-calendar-option";
import { audioOption } from "./audio-option";
import { dateOption } from "./date-option";
import { dateRangeOption } from "./date-range-option";
import { datetimeOption } from "./datetime-option";
import { drawingOption } from "./drawing-option";
import { fileOption } from "./file-option";
import { imageOption } from "./image-option";
import { inputOption } from "./input-option";
import { locationOption } from "./location-option";
import { optionCategory } from "./option-category";
import type { OptionType } from "./option-type";
import { photoGroup } from "./photo-group";
import { photoOption } from "./photo-option";
import { defaultStepVoteType, stepVoteTypes, surveyStep } from "./survey-step";
import { textOption } from "./text-option";
import { timeRangeOption } from "./time-range-option";
import { videoOption } from "./video-option";
import { vimeoOption } from "./vimeo-option";
import { youtubeOption } from "./youtube-option";

/** All option classes (docs/reference/options.md#classes). */
export const optionTypes = registry<OptionType>("option type", [
  textOption,
  dateOption,
  datetimeOption,
  dateRangeOption,
  timeRangeOption,
  imageOption,
  fileOption,
  drawingOption,
  locationOption,
  photoOption,
  videoOption,
  audioOption,
  youtubeOption,
  vimeoOption,
  inputOption,
  adventCalendarOption,
  surveyStep,
  optionCategory,
  photoGroup,
]);

/** The class of option categories. */
export const categoryType = optionCategory.name;

/** Whether the dates of a class are days, without times. */
export const hasWholeDays = (type: string): boolean => optionTypes.get(type).dates === "days";

export type { FileKind, OptionType } from "./option-type";
export { defaultStepVoteType, stepVoteTypes };
