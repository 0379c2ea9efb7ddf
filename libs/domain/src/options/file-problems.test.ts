// Covers docs/reference/media.md: accepted-files, limits-of-the-poll

import { type FileFacts, fileProblems } from "./file-problems";

const photo: FileFacts = { kind: "image", byteSize: 2_000_000, width: 1_200, height: 800 };
const noLimits: Parameters<typeof fileProblems>[2] = {
  file_size_max_mb: undefined,
  file_size_min_mb: undefined,
  image_min_height: undefined,
  image_min_smallest_side_length: undefined,
  image_min_width: undefined,
  image_orientation: "all",
};

describe("fileProblems", () => {
  // Settings: file_size_min_mb, image_min_height, image_min_smallest_side_length, image_min_width, image_orientation
  test.each<[string, Partial<FileFacts>, Partial<typeof noLimits>, readonly string[]]>([
    ["a valid file without limits", {}, {}, []],
    [
      "a video in place of an image",
      { kind: "video" },
      {},
      ["must be a file of one of these kinds: image, document"],
    ],
    ["exactly file_size_max_mb", {}, { file_size_max_mb: 2 }, []],
    [
      "above file_size_max_mb",
      { byteSize: 2_000_001 },
      { file_size_max_mb: 2 },
      ["must have at most 2 MB"],
    ],
    ["exactly file_size_min_mb", {}, { file_size_min_mb: 2 }, []],
    [
      "below file_size_min_mb",
      { byteSize: 1_999_999 },
      { file_size_min_mb: 2 },
      ["must have at least 2 MB"],
    ],
    ["as wide as image_min_width", {}, { image_min_width: 1_200 }, []],
    [
      "narrower than image_min_width",
      {},
      { image_min_width: 1_201 },
      ["must be at least 1201 pixels wide"],
    ],
    [
      "lower than image_min_height",
      {},
      { image_min_height: 801 },
      ["must be at least 801 pixels high"],
    ],
    [
      "smaller than image_min_smallest_side_length",
      {},
      { image_min_smallest_side_length: 801 },
      ["must be at least 801 pixels long on its smallest side"],
    ],
    ["landscape under landscape", {}, { image_orientation: "landscape" }, []],
    ["landscape under portrait", {}, { image_orientation: "portrait" }, ["must be portrait"]],
    ["landscape under square", {}, { image_orientation: "square" }, ["must be square"]],
    ["square under square", { height: 1_200 }, { image_orientation: "square" }, []],
    [
      "all problems at once",
      { byteSize: 3_000_000 },
      { file_size_max_mb: 1, image_min_width: 9_999, image_orientation: "portrait" },
      ["must have at most 1 MB", "must be at least 9999 pixels wide", "must be portrait"],
    ],
    [
      "a document has no pixel limits",
      { kind: "document", width: undefined, height: undefined },
      { image_min_width: 100, image_orientation: "square" },
      [],
    ],
  ])("%s", (_case, file, limits, expected) => {
    expect(
      fileProblems({ ...photo, ...file }, ["image", "document"], { ...noLimits, ...limits }),
    ).toEqual(expected);
  });
});
