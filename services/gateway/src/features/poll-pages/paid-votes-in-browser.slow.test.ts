// Covers docs/reference/pages.md: polls-on-pages

import type { Locator } from "playwright-core";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";
import { option, shareVotingPages } from "../../../testing/voting-pages";

describeWithBrowser("a person who pays", () => {
  const { pages, newPoll, valuesOf } = shareVotingPages(["Soup", "Rice"]);

  const sold = {
    voting_fee_type: "voting_sell_votes",
    voting_fee: 250,
    vote_type: "Votes::UpVote",
  };
  const boxesOf = async (of: Locator) =>
    Promise.all((await of.all()).map(async (each) => (await each.boundingBox()) ?? { height: 0 }));

  test("buys votes by a button, not by leaving the field", async () => {
    const poll = await newPoll(sold);
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const soup = option(page, "Soup");
    await soup.getByLabel("Number of votes").fill("3");
    for (const name of ["One more", "Buy"]) {
      await page.keyboard.press("Tab");
      await soup
        .getByRole("button", { name: `${name}: Soup` })
        .and(page.locator(":focus"))
        .waitFor();
    }
    expect(await pages.gateway.db.prisma.payment.count({ where: { pollId: poll.id } })).toBe(0);
    await page.keyboard.press("Enter");
    await soup.getByRole("link", { name: "Pay now" }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });

  test("counts votes up and down by buttons, with the sum, and down to one", async () => {
    const poll = await newPoll(sold);
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const soup = option(page, "Soup");
    const press = (name: string) => soup.getByRole("button", { name: `${name}: Soup` }).click();
    for (let more = 0; more < 2; more++) await press("One more");
    await soup.getByText("€7.50").waitFor();
    for (let fewer = 0; fewer < 2; fewer++) await press("One less");
    await soup.getByText("€2.50").waitFor();
    expect(
      await soup.getByRole("button", { name: "One less: Soup" }).getAttribute("aria-disabled"),
    ).toBe("true");
    await soup.getByLabel("Number of votes").fill("");
    await press("One more");
    expect(await soup.getByLabel("Number of votes").inputValue()).toBe("1");
    await press("Buy");
    await soup.getByText("Not paid yet: 1 vote.").waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });

  test("pays after a reload too, and buys more votes than those that are paid", async () => {
    const poll = await newPoll(sold);
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const soup = option(page, "Soup");
    const field = soup.getByLabel("Number of votes");
    expect(await field.inputValue()).toBe("1");
    expect(await page.getByText("answered").count()).toBe(0);
    await field.fill("3");
    await soup.getByText("€7.50").waitFor();
    await soup.getByRole("button", { name: "Buy: Soup" }).click();
    const pay = page.getByRole("link", { name: "Pay now" });
    await soup.getByText("Not paid yet: 3 votes.").waitFor();
    await page.reload();
    await soup.getByText("Not paid yet: 3 votes.").waitFor();
    await page.locator(".notice", { hasText: "Not paid yet: 3 votes." }).waitFor();
    expect(await pay.count()).toBe(2);
    for (const { height } of await boxesOf(pay)) expect(height).toBeGreaterThanOrEqual(44);
    // Fewer are another purchase.
    await field.fill("2");
    await soup.getByRole("button", { name: "Change the number: Soup" }).click();
    await soup.getByText("Not paid yet: 2 votes.").waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { name: "Not paid yet" }).waitFor();
    expect(await page.getByText("Your answers are saved.").count()).toBe(0);
    expect(await pay.getAttribute("href")).toContain("/pay/");

    const { db } = pages.gateway;
    await db.prisma.vote.updateMany({ where: { pollId: poll.id }, data: { paidVotes: 2 } });
    await db.prisma.payment.updateMany({ where: { pollId: poll.id }, data: { state: "paid" } });
    await page.goto(`${pages.gateway.url}/p/${poll.memberHash}#votes`);
    await page.reload();
    await soup.getByText("2 votes paid").waitFor();
    expect(await pay.count()).toBe(0);
    expect(await soup.getByLabel("More votes").inputValue()).toBe("1");
    await soup.getByRole("button", { name: "Buy: Soup" }).click();
    await soup.getByText("Not paid yet: 1 vote.").waitFor();
    expect(await valuesOf(poll)).toEqual([3]);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { name: "Not paid yet" }).waitFor();
    expect(await page.getByText("One vote costs").count()).toBe(0);

    await db.prisma.vote.updateMany({ where: { pollId: poll.id }, data: { paidVotes: 0 } });
    const refunded = { state: "refunded" } as const;
    await db.prisma.payment.updateMany({ where: { pollId: poll.id }, data: refunded });
    await page.goto(`${pages.gateway.url}/p/${poll.memberHash}#votes`);
    await page.reload();
    await soup.getByText("3 votes do not count: the payment was returned.").waitFor();
    expect(await soup.getByLabel("Number of votes").inputValue()).toBe("1");
    expect(await barriersOf(page)).toEqual([]);
  });

  test("comes back before the payment is confirmed, and sees at once that it is", async () => {
    const poll = await newPoll(sold);
    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    const soup = option(page, "Soup");
    await soup.getByRole("button", { name: "Buy: Soup" }).click();
    await soup.getByRole("link", { name: "Pay now" }).click();
    await page.getByText("1 vote", { exact: false }).first().waitFor();
    await page.goto(`${pages.gateway.url}/p/${poll.memberHash}`);
    await soup.getByText("Your payment is being confirmed.").waitFor();
    await page.locator(".notice", { hasText: "Was it canceled, or did it fail?" }).waitFor();
    expect(await page.getByRole("link", { name: "Pay now" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Open the payment" }).count()).toBe(2);
    expect(await barriersOf(page)).toEqual([]);
    const { db } = pages.gateway;
    await db.prisma.vote.updateMany({ where: { pollId: poll.id }, data: { paidVotes: 1 } });
    await db.prisma.payment.updateMany({ where: { pollId: poll.id }, data: { state: "paid" } });
    await soup.getByText("1 vote paid").waitFor();
    expect(await page.getByText("is being confirmed").count()).toBe(0);
  });

  test.each([
    ["en-US", 320],
    ["en-US", 360],
    ["de-DE", 320],
  ])(
    "finds the button beside the number, and none louder than another: %s, %d px",
    async (locale, width) => {
      const { memberHash } = await newPoll(sold);
      const viewport = { width, height: 640 };
      const page = await pages.visit(`/p/${memberHash}`, { ...narrowPhone, viewport, locale });
      const soup = option(page, "Soup");
      await soup.getByRole("spinbutton").fill("400");
      await soup.getByText(/1,000\.00|1\.000,00/).waitFor();
      const buy = page.getByRole("button", { name: /^(Buy|Kaufen): / });
      const [field] = await boxesOf(soup.getByRole("spinbutton"));
      const [button] = await boxesOf(buy);
      expect(button).toMatchObject({ y: (field as { readonly y?: number }).y });
      expect(await buy.evaluateAll((all) => all.map(({ className }) => className))).toEqual([
        "quiet",
        "quiet",
      ]);
      expect(await barriersOf(page)).toEqual([]);
    },
  );

  test("sees what a vote costs before one buys some", async () => {
    const { memberHash } = await newPoll(sold);
    const page = await pages.visit(`/p/${memberHash}`, narrowPhone);
    await page.getByText("One vote costs €2.50.").waitFor();
    const german = await pages.visit(`/p/${memberHash}`, { locale: "de-DE" });
    await german.getByText("Eine Stimme kostet 2,50 €.").waitFor();
  });

  test("sees what taking part costs, and where it is paid, also among the thanks and later", async () => {
    const fee = { voting_fee_type: "voting_fee", voting_fee: 500, voting_fee_title: "Ticket" };
    const page = await pages.visit(`/p/${(await newPoll(fee)).memberHash}`, narrowPhone);
    await page.getByText("Taking part costs €5.00 (Ticket).").waitFor();
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    const pay = page.getByRole("link", { name: "Pay now" });
    await pay.waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { name: "Not paid yet" }).waitFor();
    expect(await pay.getAttribute("href")).toContain("/pay/");
    await page.reload();
    await pay.click();
    await page.getByText("Fee for taking part: Ticket").waitFor();
  });
});
