import type { FileKind } from "../option-types/option-type";
import type { PollSettings } from "../polls/settings";
import type { ProblemSentence } from "../refusals/field-problems";

export interface FileFacts {
  readonly kind: FileKind;
  readonly byteSize: number;
  /** In pixels, after orientation. Undefined for files other than images. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

type FileLimits = Pick<
  PollSettings,
  | "file_size_max_mb"
  | "file_size_min_mb"
  | "image_min_height"
  | "image_min_smallest_side_length"
  | "image_min_width"
  | "image_orientation"
>;

const MEGABYTE = 1_000_000;

const kindSentences = {
  image: "must be an image",
  video: "must be a video",
  audio: "must be an audio file",
  document: "must be a document",
} as const satisfies Readonly<Record<FileKind, ProblemSentence>>;

const orientations: Readonly<
  Record<
    Exclude<FileLimits["image_orientation"], "all">,
    (width: number, height: number) => boolean
  >
> = {
  landscape: (width, height) => width > height,
  portrait: (width, height) => width < height,
  square: (width, height) => width === height,
};

/** The problem of a file whose kind is not allowed (docs/reference/media.md#accepted-files). */
export function kindProblem(allowedKinds: readonly FileKind[]): ProblemSentence {
  const [only, another] = allowedKinds;
  if (only === undefined) return "is not for options of this class";
  return another === undefined
    ? kindSentences[only]
    : `must be a file of one of these kinds: ${allowedKinds.join(", ")}`;
}

/** The problem of a file above `file_size_max_mb` (docs/reference/media.md#limits-of-the-poll). */
export const sizeProblem = (maxMegabytes: number): ProblemSentence =>
  `must have at most ${maxMegabytes} MB`;

/** Problems of an option's file (docs/reference/media.md#limits-of-the-poll). Hard caps are checked earlier. */
export function fileProblems(
  file: FileFacts,
  allowedKinds: readonly FileKind[],
  limits: FileLimits,
): readonly ProblemSentence[] {
  if (!allowedKinds.includes(file.kind)) {
    return [kindProblem(allowedKinds)];
  }
  return [
    ...sizeProblems(file, limits),
    ...(file.kind === "image" ? imageProblems(file, limits) : []),
  ];
}

function sizeProblems({ byteSize }: FileFacts, limits: FileLimits): ProblemSentence[] {
  const { file_size_max_mb: max, file_size_min_mb: min } = limits;
  const problems: ProblemSentence[] = [];
  if (max !== undefined && byteSize > max * MEGABYTE) problems.push(sizeProblem(max));
  if (min !== undefined && byteSize < min * MEGABYTE) problems.push(`must have at least ${min} MB`);
  return problems;
}

function imageProblems(
  { width = 0, height = 0 }: FileFacts,
  limits: FileLimits,
): ProblemSentence[] {
  const minima = [
    ["wide", width, limits.image_min_width],
    ["high", height, limits.image_min_height],
    ["long on its smallest side", Math.min(width, height), limits.image_min_smallest_side_length],
  ] as const;
  const problems = minima.flatMap<ProblemSentence>(([extent, pixels, least]) =>
    least !== undefined && pixels < least ? [`must be at least ${least} pixels ${extent}`] : [],
  );
  const { image_orientation: orientation } = limits;
  if (orientation !== "all" && !orientations[orientation](width, height)) {
    problems.push(`must be ${orientation}`);
  }
  return problems;
}
