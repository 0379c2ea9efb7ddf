import type { FileKind } from "../option-types/option-type";
import type { PollSettings } from "../polls/settings";

/** What is known of an uploaded file before it is kept. */
export interface FileFacts {
  readonly kind: FileKind;
  readonly byteSize: number;
  /** Of images, in pixels as they are shown. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

type Limits = Pick<
  PollSettings,
  | "file_size_max_mb"
  | "file_size_min_mb"
  | "image_min_height"
  | "image_min_smallest_side_length"
  | "image_min_width"
  | "image_orientation"
>;

const MEGABYTE = 1_000_000;

const nouns: Readonly<Record<FileKind, string>> = {
  image: "an image",
  video: "a video",
  audio: "a sound file",
  document: "a document",
};

const orientations: Readonly<
  Record<Limits["image_orientation"], (width: number, height: number) => boolean>
> = {
  all: () => true,
  landscape: (width, height) => width > height,
  portrait: (width, height) => width < height,
  square: (width, height) => width === height,
};

/**
 * What speaks against a file of an option, as sentences; none: it fits. Kinds by option class, sizes
 * and orientation by the poll (S8, decisions 11); hard caps are answered before.
 */
export function fileProblems(
  file: FileFacts,
  allowedKinds: readonly FileKind[],
  limits: Limits,
): readonly string[] {
  if (!allowedKinds.includes(file.kind)) {
    return [`must be ${allowedKinds.map((kind) => nouns[kind]).join(" or ")}`];
  }
  return [
    ...sizeProblems(file, limits),
    ...(file.kind === "image" ? imageProblems(file, limits) : []),
  ];
}

function sizeProblems({ byteSize }: FileFacts, limits: Limits): string[] {
  const { file_size_max_mb: max, file_size_min_mb: min } = limits;
  const problems: string[] = [];
  if (max !== undefined && byteSize > max * MEGABYTE) problems.push(`must have at most ${max} MB`);
  if (min !== undefined && byteSize < min * MEGABYTE) problems.push(`must have at least ${min} MB`);
  return problems;
}

function imageProblems({ width = 0, height = 0 }: FileFacts, limits: Limits): string[] {
  const minima = [
    ["wide", width, limits.image_min_width],
    ["high", height, limits.image_min_height],
    ["long on its smallest side", Math.min(width, height), limits.image_min_smallest_side_length],
  ] as const;
  const problems = minima.flatMap(([what, pixels, least]) =>
    least !== undefined && pixels < least ? [`must be at least ${least} pixels ${what}`] : [],
  );
  if (!orientations[limits.image_orientation](width, height)) {
    problems.push(`must be ${limits.image_orientation}`);
  }
  return problems;
}
