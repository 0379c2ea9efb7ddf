// Covers docs/reference/participants.md: places

import { buildOption } from "@polls/testing";
import type { Page } from "playwright-core";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone, sharePages } from "../../../testing/start-pages";

describeWithBrowser("the page of a poll with places", () => {
  const pages = sharePages();

  const vote = async (page: Page): Promise<void> => {
    await page.getByRole("checkbox", { name: "Soup" }).check();
    await page.getByText("Saved").first().waitFor();
  };
  const idOf = async (pollId: bigint): Promise<string> =>
    (
      await pages.gateway.db.prisma.participant.findFirstOrThrow({
        where: { pollId },
        orderBy: { id: "asc" },
      })
    ).publicId;

  test("a visitor who is late waits, sees the position, and votes once there is a place", async () => {
    const poll = await pages.newPoll({ vote_type: "Votes::UpVote", participant_limit: 1 });
    await buildOption(pages.gateway.db, poll, { content: "Soup" });
    const path = `/p/${poll.memberHash}`;
    await vote(await pages.visit(path));
    const late = await pages.visit(path, narrowPhone);
    await late.getByText("If you take part now, you are on the waiting list.").waitFor();
    await late.getByText("1 participant", { exact: true }).waitFor();
    await late.getByRole("checkbox", { name: "Soup" }).click();
    await late.getByText("You are number 1 on the waiting list").waitFor();
    expect(await barriersOf(late)).toEqual([]);
    await late.reload();
    await late.getByText("You are number 1 on the waiting list").waitFor();
    expect(await late.getByRole("checkbox").isDisabled()).toBe(true);
    await late.getByText("1 participant", { exact: true }).waitFor();
    expect(await late.getByText("If you take part now").count()).toBe(0);
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, {
      poll: { participant_limit: 2 },
    });
    await late.getByText("You have a place now, and can take part.").waitFor();
    await vote(late);
  });

  test("a visitor of a German poll reads the position in German, and moves up when another leaves", async () => {
    const { db } = pages.gateway;
    await db.prisma.account.update({
      where: { id: pages.owner.id },
      data: { canDeleteParticipations: true },
    });
    const poll = await pages.newPoll({ vote_type: "Votes::UpVote", participant_limit: 1 });
    await buildOption(db, poll, { content: "Soup" });
    await vote(await pages.visit(`/p/${poll.memberHash}`));
    const late = await pages.visit(`/p/${poll.memberHash}`, { ...phone, locale: "de-DE" });
    await late.getByRole("checkbox", { name: "Soup" }).click();
    await late.getByText("Sie stehen auf der Warteliste an Stelle 1.").waitFor();
    const refused = late.getByText("Sie stehen auf der Warteliste.", { exact: true });
    await refused.waitFor();
    const first = await idOf(poll.id);
    await pages.asOwner(`DELETE /api/v1/polls/${poll.adminHash}/voters/${first}`);
    await late.getByText("Sie haben jetzt einen Platz und können teilnehmen.").waitFor();
    await refused.waitFor({ state: "detached" });
  });

  test("a row of a table that waits cannot be filled in until it has a place", async () => {
    const poll = await pages.newPoll({ participant_limit: 1 }, { type: "Polls::Table" });
    const { db } = pages.gateway;
    const type = "Options::InputOption";
    await buildOption(db, poll, { content: "Dish", type, inputType: "text" });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await page.getByRole("button", { name: "Add my row" }).click();
    await page.getByRole("textbox", { name: "Dish" }).waitFor();
    await page.getByRole("button", { name: "Add another row" }).click();
    await page.getByText("You are on the waiting list. (1)").waitFor();
    expect(await page.getByRole("textbox", { name: "Dish" }).nth(0).isDisabled()).toBe(true);
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, {
      poll: { participant_limit: 2 },
    });
    await page.getByText("You are on the waiting list. (1)").waitFor({ state: "detached" });
  });

  test("the desk shows which participants wait", async () => {
    const poll = await pages.newPoll({ participant_limit: 1, require_voter_name: true });
    for (const identifier of ["Ada", "Bob"]) {
      await pages.gateway.request(`POST /api/v1/polls/${poll.memberHash}/voters`, {
        token: pages.owner.publicToken,
        identifier,
        body: { voter: { user_name: identifier } },
      });
    }
    const storageState = await pages.signIn();
    const desk = await pages.visit(`/p/${poll.adminHash}/admin#people`, { storageState });
    await desk.getByText("Place 1 on the waiting list").waitFor();
  });
});
