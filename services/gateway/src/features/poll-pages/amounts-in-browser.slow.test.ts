// Covers docs/reference/pages.md: polls-on-pages
// Covers docs/reference/votes.md: limit-per-participant

import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { narrowPhone } from "../../../testing/start-pages";
import { option, shareVotingPages } from "../../../testing/voting-pages";

describeWithBrowser("a person who votes by amounts", () => {
  const { pages, newPoll, become } = shareVotingPages(["Soup", "Rice"]);

  test("cannot spend more dots than are left", async () => {
    const poll = await newPoll({ vote_type: "Votes::DotVote", vote_limit_per_voter: 2 });
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const more = (name: string) => option(page, name).getByRole("button", { name: "One more" });
    await more("Soup").click();
    await more("Soup").click();
    await page.getByText("You have none left.").waitFor();
    expect(await more("Soup").isDisabled()).toBe(true);
    expect(await more("Rice").isDisabled()).toBe(true);
  });

  test.each([
    ["Votes::RatingVote", ".stars"],
    ["Votes::EmojiVote", ".faces"],
    ["Votes::RangeVote", ".range input"],
  ])("has something to mark on paper for %s", async (vote_type, control) => {
    const page = await pages.visit(`/p/${(await newPoll({ vote_type })).memberHash}`);
    await option(page, "Soup").locator(control).waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await option(page, "Soup").locator(control).isVisible()).toBe(true);
  });

  test.each(["Votes::DotVote", "Votes::NumberVote"])(
    "has a line to write on paper for %s",
    async (vote_type) => {
      const page = await pages.visit(`/p/${(await newPoll({ vote_type })).memberHash}`);
      await option(page, "Soup").locator(".vote").waitFor();
      await page.emulateMedia({ media: "print" });
      const width = await page.evaluate<string>(
        "getComputedStyle(document.querySelector('li.option h2'), '::after').width",
      );
      expect(Number.parseFloat(width)).toBeGreaterThan(40);
    },
  );

  test("chooses the value of a slider by keys, and the one where it rests by a tap", async () => {
    const bounds = { vote_limit_per_option_min: -5, vote_limit_per_option: 5 };
    const poll = await newPoll({ vote_type: "Votes::RangeVote", ...bounds });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    const soup = option(page, "Soup").getByRole("slider");
    const width = async () => (await soup.boundingBox())?.width;
    const before = await width();
    await soup.tap();
    await become(poll, [0]);
    await option(page, "Soup").getByRole("button", { name: "Remove my vote" }).waitFor();
    expect(await width()).toBe(before);
    let sent = 0;
    await page.route("**/votes", (route) => {
      sent++;
      return route.continue();
    });
    const rice = option(page, "Rice").getByRole("slider");
    await rice.focus();
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowRight");
    await become(poll, [0, 3]);
    expect(sent).toBe(1);
  });

  test("the number of a slider follows the pointer, and dots move no button", async () => {
    const slider = await newPoll({ vote_type: "Votes::RangeVote" });
    const page = await pages.visit(`/p/${slider.memberHash}`, phone);
    const soup = option(page, "Soup").getByRole("slider");
    const box = await soup.boundingBox();
    if (box === null) throw new Error("the slider is not shown");
    const moveTo = (share: number) =>
      page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    const shown = () => option(page, "Soup").locator("output").textContent();
    await moveTo(0.1);
    await page.mouse.down();
    await moveTo(0.5);
    expect(await shown()).toBe("5");
    await moveTo(1);
    expect(await shown()).toBe("10");
    await page.mouse.up();
    await become(slider, [10]);

    const dots = await newPoll({ vote_type: "Votes::DotVote", vote_limit_per_voter: 12 });
    const other = await pages.visit(`/p/${dots.memberHash}`, phone);
    await other.getByText("You have 12 of 12 points left.").waitFor();
    const more = option(other, "Soup").getByRole("button", { name: "One more" });
    const place = async () => {
      const { x = 0, y = 0 } = (await more.boundingBox()) ?? {};
      return [Math.round(x), Math.round(y)];
    };
    const before = await place();
    for (let given = 0; given < 9; given++) await more.tap();
    await become(dots, [9]);
    expect(await place()).toEqual(before);
  });
});
