// Covers docs/reference/options.md: order

import { ordinaryPoll } from "../votes/testing/ordinary";
import { listOrder, type OrderFacts } from "./list-order";
import { ordinaryOption } from "./testing/option";

describe("listOrder", () => {
  const shuffling = { randomize_options: true };
  const ordinary: OrderFacts = {
    poll: ordinaryPoll(),
    access: "member",
    parent: undefined,
    requested: undefined,
    toVote: true,
    ratingsShown: true,
  };
  const withSettings = (settings: object, type = "Polls::Voting") => ({
    poll: ordinaryPoll({ type, settings }),
  });
  // Settings: default_sort
  test.each<[string, Partial<OrderFacts>, string]>([
    ["default_sort", withSettings({}, "Polls::ImageGallery"), "options.average_rating desc"],
    [
      "position where ratings are hidden",
      { ...withSettings({}, "Polls::ImageGallery"), ratingsShown: false },
      "options.position asc",
    ],
    ["the requested order", { requested: "options.content asc" }, "options.content asc"],
    [
      "no requested order without allow_change_sort",
      { requested: "options.content asc", ...withSettings({ allow_change_sort: false }) },
      "options.position asc",
    ],
    [
      "no requested order by hidden ratings",
      { requested: "options.rating desc", ratingsShown: false },
      "options.position asc",
    ],
    ["a shuffle for members", withSettings(shuffling), "shuffled"],
    [
      "no shuffle for admins",
      { ...withSettings(shuffling), access: "admin" },
      "options.position asc",
    ],
    [
      "no shuffle with a requested order",
      { ...withSettings(shuffling), requested: "options.created_at desc" },
      "options.created_at desc",
    ],
    [
      "not by hidden names of images",
      { ...withSettings({ hidden_image_name: true, default_sort: "options.content asc" }) },
      "options.position asc",
    ],
    [
      "no shuffle for results",
      { ...withSettings(shuffling), toVote: false },
      "options.position asc",
    ],
    ["steps in order", withSettings(shuffling, "Polls::Survey"), "options.position asc"],
    [
      "the shuffle of a step",
      {
        ...withSettings({}, "Polls::Survey"),
        parent: ordinaryOption({
          type: "Options::SurveyStep",
          settings: { randomize_options: true },
        }),
      },
      "shuffled",
    ],
  ])("%s", (_case, facts, value) => {
    expect(listOrder({ ...ordinary, ...facts })).toEqual({ ok: true, value });
  });

  test("an unknown order is refused even without allow_change_sort", () => {
    for (const allow_change_sort of [true, false]) {
      const facts = { ...ordinary, ...withSettings({ allow_change_sort }), requested: "votes" };
      expect(listOrder(facts)).toMatchObject({ ok: false });
    }
  });
});
