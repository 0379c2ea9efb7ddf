// Covers docs/reference/options.md: videos

import { parseVimeoId, parseYoutubeId } from "./video-address";

describe("video addresses", () => {
  test.each([
    ["dQw4w9WgXcQ", "dQw4w9WgXcQ"],
    ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1", "dQw4w9WgXcQ"],
    ["https://youtube.com/shorts/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
    ["youtu.be/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
    ["https://evil.com/watch?v=dQw4w9WgXcQ", undefined],
    ["https://youtube.com.evil.com/watch?v=dQw4w9WgXcQ", undefined],
    ["short", undefined],
  ])("YouTube: the video id of %s is %s", (text, id) => {
    expect(parseYoutubeId(text)).toBe(id);
  });
  test.each([
    ["76979871", "76979871"],
    ["https://vimeo.com/76979871", "76979871"],
    ["https://player.vimeo.com/video/76979871?h=1", "76979871"],
    ["https://notvimeo.com/76979871", undefined],
  ])("Vimeo: the video id of %s is %s", (text, id) => {
    expect(parseVimeoId(text)).toBe(id);
  });
});
