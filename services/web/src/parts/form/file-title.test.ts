import { titleOf } from "./file-title";

test.each([
  ["sunset_at_the_lake.jpg", "Sunset at the lake"],
  ["Sommerfest 2024.JPEG", "Sommerfest 2024"],
  ["IMG_2041 Brücke bei Nacht.heic", "Brücke bei Nacht"],
  ["bread-and-butter (1).mp3", "Bread and butter 1"],
  ["Bru\u0308cke bei Nacht.heic", "Brücke bei Nacht"],
  ["photo-2725x2225.jpg", undefined],
  ["DSC00123.JPG", undefined],
  ["IMG_20240502_101112.jpg", undefined],
  ["PXL_20240502_101112345.MP.jpg", undefined],
  ["WhatsApp Image 2024-05-02 at 10.11.12.jpeg", undefined],
  ["Screenshot 2024-05-02.png", undefined],
  ["Screen Shot 2020-05-02 at 10.11.12.png", undefined],
  ["Bildschirmaufnahme 2024-05-02 um 10.11.12.mov", undefined],
  ["signal-2024-05-02-10-11-12-123.jpg", undefined],
  ["3f2b9c1e-0d4a-4c6e-9f1a-7b8c9d0e1f2a.png", undefined],
  ["1.png", undefined],
  ["MVI_0042.MP4", undefined],
  ["DJI_0042.JPG", undefined],
  ["DJI_0042 Der Hafen.jpg", "Der Hafen"],
  ["SAM_1234 (2).jpg", undefined],
  ["P1010023.JPG", undefined],
  ["_DSC1234.NEF", undefined],
  ["FullSizeRender.heic", undefined],
  ["received_1234567890.jpeg", undefined],
  ["ABBA 2024.jpg", "ABBA 2024"],
])("the file %s is called %s", (name, title) => {
  expect(titleOf(name)).toBe(title);
});
