import { pictureFiles } from "./picture-files";

const attachment = { attachment_url_thumb: "/thumb", attachment_url_medium: "/medium" };
const sizes = "(max-width: 34rem) calc(90vw - 2.25rem), 22rem";

describe("pictureFiles", () => {
  test.each([
    ["wide", { width: 1_200, height: 800 }, "/thumb 400w, /medium 1024w"],
    ["high", { width: 800, height: 1_200 }, "/thumb 267w, /medium 683w"],
    ["smaller than its files may be", { width: 300, height: 200 }, "/thumb 300w, /medium 300w"],
    ["of unknown size", {}, "/thumb 400w, /medium 1024w"],
  ])("have their widths: %s", (_case, size, srcset) => {
    expect(pictureFiles({ attachment, ...size })).toEqual({ src: "/thumb", srcset, sizes });
  });

  test("are half as wide as a phone in a gallery of two columns", () => {
    const { sizes } = pictureFiles({ attachment }, true) ?? {};
    expect(sizes).toBe("(max-width: 21.7rem) 92vw, (max-width: 48rem) 46vw, 22rem");
  });

  test("an option without a large file has the small file only", () => {
    expect(pictureFiles({ attachment: { attachment_url_thumb: "/thumb" } })).toEqual({
      src: "/thumb",
    });
  });

  test.each([
    ["a film", { attachment, playback: {} }],
    ["an option without a file", {}],
    ["a file that is not processed yet", { attachment: {} }],
  ])("are none: %s", (_case, facts) => {
    expect(pictureFiles(facts)).toBeUndefined();
  });
});
