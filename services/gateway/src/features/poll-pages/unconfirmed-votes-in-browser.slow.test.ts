// Covers docs/reference/pages.md: polls-on-pages

import { waitFor } from "@polls/testing";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { mailedLink } from "../../../testing/mailed-link";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";
import { option, shareVotingPages } from "../../../testing/voting-pages";

describeWithBrowser("a person who confirms an address", () => {
  const { pages, newPoll } = shareVotingPages(["Soup", "Rice"]);

  const mailsTo = (address: string): Promise<number> =>
    pages.gateway.db.prisma.mail.count({ where: { address, optInId: { not: null } } });

  test("removes a vote that is held: it does not count after the confirmation", async () => {
    const poll = await newPoll({ double_opt_in: true, vote_type: "Votes::UpVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    const vote = (name: string) => option(page, name).getByRole("checkbox", { name: "Vote" });
    await vote("Soup").click();
    await page.getByLabel("Your e-mail address").fill("bea@example.org");
    await page.getByRole("button", { name: "Continue" }).click();
    await option(page, "Soup").getByText("Waits for your confirmation").waitFor();
    await page.getByText("We sent an e-mail to bea@example.org.").waitFor();
    await vote("Soup").click();
    await option(page, "Soup").getByText("Saved").waitFor();
    await vote("Rice").click();
    await option(page, "Rice").getByText("Waits for your confirmation").waitFor();
    const mail = await pages.visit(await mailedLink(pages.gateway, "bea@example.org"), {
      timezoneId: "Asia/Tokyo",
    });
    // The poll has no time zone of its own.
    await mail.locator("time", { hasText: /^\d+ \w+ \d+ at \d+:\d+ \(Japan.+\)$/ }).waitFor();
    await mail.getByRole("button", { name: "Confirm" }).click();
    await mail.getByText("You are confirmed").waitFor();
    const { rows } = await pages.gateway.db.pool.query(
      `SELECT o.content FROM votes v JOIN options o ON o.id = v.option_id
       WHERE v.poll_id = $1 AND v.value = 1`,
      [poll.id],
    );
    expect(rows).toEqual([{ content: "Rice" }]);
  });

  test("is told that an address waits for its confirmation, and the page notices that, also late", async () => {
    const { memberHash } = await newPoll({ double_opt_in: true });
    const page = await pages.visit(`/p/${memberHash}`, phone);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await page.getByLabel("Your e-mail address").fill("ada@example.org");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Open its link and confirm").waitFor();
    await option(page, "Soup").getByText("Waits for your confirmation").waitFor();
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.clock.install();
    await page.reload();
    await option(page, "Soup").getByText("Waits for your confirmation").waitFor();
    expect(await option(page, "Soup").getByLabel("Yes", { exact: true }).isChecked()).toBe(true);
    await option(page, "Rice").getByLabel("No", { exact: true }).click();
    await option(page, "Rice").getByText("Waits for your confirmation").waitFor();
    expect(errors).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { name: "Thank you!" }).waitFor();
    // What is left to do comes before all ways to go on.
    await page.locator(".thanks").getByText("Open its link and confirm").waitFor();
    const texts = (await page.locator(".thanks").innerText()).split("\n");
    const [todo, results] = ["We sent an e-mail", "See the results"].map((begin) =>
      texts.findIndex((text) => text.startsWith(begin)),
    );
    expect([todo, results].every((at) => at !== -1 && at !== undefined)).toBe(true);
    expect(todo).toBeLessThan(results ?? 0);
    await page.clock.runFor("11:00");

    const mail = await pages.visit(await mailedLink(pages.gateway, "ada@example.org"));
    await mail.getByRole("button", { name: "Confirm" }).click();
    await mail.getByText("You are confirmed").waitFor();
    await page.clock.runFor("00:30");
    await page.getByText("Your address is confirmed.").waitFor();
    await page.getByText("Your answers are saved.").waitFor();
    expect(await page.getByText("Waits for your confirmation").count()).toBe(0);
  });

  test("need not give the address at which an invitation was sent, and can give another one", async () => {
    const poll = await newPoll({ double_opt_in: true, require_voter_name: true });
    const path = `/api/v1/polls/${poll.adminHash}/invitations`;
    const invitations = [{ email: "cleo@example.org" }, { email: "dora@example.org" }];
    const made = await pages.asOwner(`POST ${path}`, { invitations });
    const open = async (at: number) => {
      const page = await pages.visit(
        `/p/${poll.memberHash}?invitation=${made.body[at].code}`,
        narrowPhone,
      );
      await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
      await page.getByLabel("Your name").fill("Cleo");
      await page.getByText("the address at which you were invited").waitFor();
      expect(await barriersOf(page)).toEqual([]);
      return page;
    };
    const page = await open(0);
    await page.getByRole("button", { name: "Continue" }).click();
    await option(page, "Soup").getByText("Waits for your confirmation").waitFor();
    expect(await mailsTo("cleo@example.org")).toBe(1);
    expect(await page.content()).not.toContain("cleo@example.org");

    const other = await open(1);
    await other.getByLabel("Your e-mail address").fill("elsewhere@example.org");
    await other.getByRole("button", { name: "Continue" }).click();
    await option(other, "Soup").getByText("Waits for your confirmation").waitFor();
    expect([await mailsTo("elsewhere@example.org"), await mailsTo("dora@example.org")]).toEqual([
      1, 0,
    ]);
  });

  test("asks for the confirmation mail again, and reads when no more are sent", async () => {
    const { memberHash } = await newPoll({ double_opt_in: true });
    const page = await pages.visit(`/p/${memberHash}`, narrowPhone);
    await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
    await page.getByLabel("Your e-mail address").fill("again@example.org");
    await page.getByRole("button", { name: "Continue" }).click();
    const again = page.getByRole("button", { name: "Send the e-mail again" });
    await again.click();
    await page.getByText("The e-mail is sent again.").waitFor();
    expect(await mailsTo("again@example.org")).toBe(2);
    expect(await barriersOf(page)).toEqual([]);
    await again.click();
    await waitFor(async () => (await mailsTo("again@example.org")) === 3, { what: "a third mail" });
    await again.click();
    await page.getByText("Your address has had many e-mails.").waitFor();
    expect(await mailsTo("again@example.org")).toBe(3);
    expect(await barriersOf(page)).toEqual([]);
  });
});
