// Covers docs/reference/options.md: names-of-options

import { namingOf } from "../option-types";
import { nameOption } from "./name-option";

const reader = {
  locale: "en",
  unnamed: {
    option: "Option",
    photo: "Photo",
    film: "Film",
    sound: "Recording",
    file: "File",
    drawing: "Drawing",
    place: "Place",
  },
};

test.each([
  ["Options::TextOption", "Option 2"],
  ["Options::ImageOption", "Photo 2"],
  ["Options::PhotoOption", "Photo 2"],
  ["Options::VideoOption", "Film 2"],
  ["Options::YoutubeOption", "Film 2"],
  ["Options::VimeoOption", "Film 2"],
  ["Options::AudioOption", "Recording 2"],
  ["Options::DrawingOption", "Drawing 2"],
  ["Options::FileOption", "File 2"],
  ["Options::LocationOption", "Place 2"],
])("without a text, one of the class %s is called %s", (type, name) => {
  expect(nameOption({ ...namingOf(type), position: 2 }, reader)).toBe(name);
});

test.each([
  ["Options::FileOption", "minutes.pdf"],
  ["Options::LocationOption", "minutes.pdf"],
  ["Options::PhotoOption", "Photo 2"],
  ["Options::VideoOption", "Film 2"],
  ["Options::AudioOption", "Recording 2"],
  ["Options::DrawingOption", "Drawing 2"],
])("with a place or file, one of the class %s is called %s", (type, name) => {
  expect(nameOption({ ...namingOf(type), name: "minutes.pdf", position: 2 }, reader)).toBe(name);
});

test("one that is no longer in a list is called without its position", () => {
  expect(nameOption(namingOf("Options::PhotoOption"), reader)).toBe("Photo");
});
