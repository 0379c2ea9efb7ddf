// Covers docs/reference/pages.md: looks-of-a-poll

import { en } from "../words/submission/en";
import { photoFacts } from "./photo-facts";

const textsOf = (metadata: Readonly<Record<string, unknown>>) =>
  photoFacts({ metadata }, en.photo, "en").map(({ label, text }) => `${label}: ${text}`);

test("the camera, its exposure and its time are written out", () => {
  const facts = textsOf({
    camera_make: "Fuji",
    camera_model: "X100",
    lens_model: "23 mm",
    exposure_time: 0.004,
    f_number: 2.8,
    iso: 400,
    focal_length: 23,
    taken_at: "2024-05-01T12:30:00",
  });
  expect(facts.slice(0, 6)).toEqual([
    "Camera: Fuji X100",
    "Lens: 23 mm",
    "Exposure time: 1/250 s",
    "Aperture: f/2.8",
    "ISO: 400",
    "Focal length: 23 mm",
  ]);
  expect(facts[6]).toMatch(/^Taken: May\s1,\s2024,\s12:30/);
});

test("what is missing or of another type is left out", () => {
  expect(textsOf({ exposure_time: "long", taken_at: "yesterday", iso: null })).toEqual([]);
  expect(textsOf({ exposure_time: 2 })).toEqual(["Exposure time: 2 s"]);
});
