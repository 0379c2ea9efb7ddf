// Covers docs/reference/pages.md: looks-of-a-poll

import { pairsPictures } from "./pairs-pictures";

const photos = "Polls::PhotoGallery";

test.each([
  ["photos", photos, {}, true],
  ["pictures", "Polls::ImageGallery", {}, true],
  ["films, which need the width", "Polls::VideoGallery", {}, false],
  ["photos to put in order", photos, { vote_type: "Votes::RankedVote" }, false],
  ["photos with votes to buy", photos, { voting_fee_type: "voting_sell_votes" }, false],
  ["photos as a list", photos, { show_as_list: true }, false],
])("two columns on a phone: %s", (_what, type, settings, expected) => {
  expect(pairsPictures({ type, settings })).toBe(expected);
});
