// Covers docs/reference/pages.md: comments-on-pages

import type { Poll } from "@polls/domain/polls";
import { buildOption, type PollFacts } from "@polls/testing";
import type { Page } from "playwright-core";
import { haveCount } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import {
  barriersOf,
  narrowPhone,
  sharePages,
  shareSignIn,
  unlimited,
} from "../../../testing/start-pages";

describeWithBrowser("a person who comments on an option", () => {
  const pages = sharePages({ rateLimiter: unlimited });
  const { gateway, newPoll, asOwner, visit } = pages;
  const storageState = shareSignIn(pages);

  async function pollWithSoup(
    settings: Readonly<Record<string, unknown>> = {},
    more: PollFacts = {},
  ) {
    const poll = await newPoll(
      { allow_comments: true, ...settings },
      { title: "Where shall we eat?", ...more },
    );
    const { publicId } = await buildOption(gateway.db, poll, { content: "Soup" });
    return { ...poll, optionPath: `/p/${poll.memberHash}/o/${publicId}` };
  }
  const press = (page: Page, name: string) =>
    page.getByRole("button", { name, exact: true }).click();
  const comment = (page: Page, text: string) => page.locator("li.comment", { hasText: text });
  const change = ({ adminHash }: Poll, poll: object) =>
    asOwner(`PATCH /api/v1/polls/${adminHash}`, { poll });
  async function write(page: Page, text: string): Promise<void> {
    await page.getByLabel("Your comment").fill(text);
    await press(page, "Send");
  }
  async function giveName(page: Page, name: string): Promise<void> {
    await page.getByLabel("Your name").fill(name);
    await press(page, "Continue");
  }
  async function manageComments({ adminHash }: Poll, count: string): Promise<Page> {
    const page = await visit(`/p/${adminHash}/admin`, { ...narrowPhone, storageState });
    await page.locator(".tool", { hasText: count }).click();
    return page;
  }

  test("writes, answers, changes and deletes comments, which an admin hides and shows again", async () => {
    const poll = await pollWithSoup({ require_voter_name: true });
    const ada = await visit(`/p/${poll.memberHash}`, narrowPhone);
    await ada.getByRole("link", { name: /^0\scomments/ }).click();
    await ada.getByText("There are no comments yet.").waitFor();
    await write(ada, "Too salty");
    await giveName(ada, "Ada");
    await comment(ada, "Too salty").getByText("Ada (you)").waitFor();
    expect(await ada.getByLabel("Your comment").inputValue()).toBe("");

    const ben = await visit(poll.optionPath);
    await press(ben, "Answer: Ada");
    await ben.getByLabel("Your answer to Ada").fill("I like it");
    await ben.locator("li.comment").getByRole("button", { name: "Send" }).click();
    await giveName(ben, "Ben");
    await comment(ben, "Too salty").locator("li.comment", { hasText: "I like it" }).waitFor();
    expect(await ben.getByRole("button", { name: "Change: Ada" }).count()).toBe(0);
    expect(await ben.getByRole("button", { name: "Hide: Ada" }).count()).toBe(0);

    await comment(ada, "Too salty").locator("li.comment", { hasText: "I like it" }).waitFor();
    await press(ada, "Change: Ada");
    await ada.locator("li.comment").getByLabel("Your comment").fill("A little salty");
    await ada.locator("li.comment").getByRole("button", { name: "Send" }).click();
    await comment(ada, "A little salty").getByText("Ada (you)").waitFor();

    const admin = await manageComments(poll, "2 comments");
    for (const text of ["Thank you", "We change it"]) {
      await press(admin, "Answer: Ada");
      await admin.getByLabel("Your answer to Ada").fill(text);
      await admin.locator("li.comment").getByRole("button", { name: "Send" }).click();
      const answer = comment(ben, "A little salty").locator("li.comment", { hasText: text });
      await answer.getByText("Organizer").waitFor();
    }
    // The organizer does not take part.
    expect(await gateway.db.prisma.participant.count({ where: { pollId: poll.id } })).toBe(2);
    await press(admin, "Hide: Ada");
    await admin.getByRole("button", { name: "Show again: Ada" }).waitFor();
    expect(await barriersOf(admin)).toEqual([]);
    await haveCount(comment(ben, "A little salty"), 0);
    await comment(ben, "I like it").waitFor();
    await comment(ada, "A little salty").getByText("Hidden").waitFor();
    await press(ada, "Answer: Ada");
    expect(await barriersOf(ada)).toEqual([]);
    await press(admin, "Show again: Ada");
    await admin.getByRole("button", { name: "Hide: Ada" }).waitFor();
    await comment(ben, "A little salty").locator("li.comment", { hasText: "I like it" }).waitFor();

    await press(ada, "Cancel");
    await ada.locator("li.comment:focus").waitFor();
    await press(ada, "Delete: Ada");
    expect(await barriersOf(ada)).toEqual([]);
    await press(ada, "Delete");
    await haveCount(comment(ada, "A little salty"), 0);
    await ada.getByRole("status").getByText("The comment is deleted.").waitFor();
    await press(admin, "Delete: Ben");
    await press(admin, "Delete");
    await haveCount(comment(ben, "I like it"), 0);
    await haveCount(ben.locator("li.comment"), 2);
  });

  test("sees that a comment waits, which others read once an admin approves it", async () => {
    const poll = await pollWithSoup({ require_approval: true });
    const author = await visit(poll.optionPath);
    await write(author, "Try the soup");
    await comment(author, "Try the soup").getByText("Waits for approval").waitFor();
    const other = await visit(poll.optionPath);
    await other.getByText("There are no comments yet.").waitFor();
    const admin = await manageComments(poll, "1 comment");
    await press(admin, "Answer: Without a name");
    await admin.getByText("Others see your answer only once this comment is approved.").waitFor();
    await press(admin, "Cancel");
    const desk = await visit(`/p/${poll.adminHash}/admin#people`, { ...narrowPhone, storageState });
    await desk.getByRole("link", { name: "1 waits for approval" }).click();
    await desk.getByRole("heading", { name: "Comments waiting for approval: 1" }).waitFor();
    await comment(desk, "Try the soup").getByText("Soup · Without a name").waitFor();
    expect(await barriersOf(desk)).toEqual([]);
    await press(desk, "Approve: Without a name");
    await haveCount(desk.getByText("for approval"), 0);
    await comment(other, "Try the soup").waitFor();
    await other.getByRole("status").getByText("There are new comments.").waitFor();
  });

  test("gives the password of the poll before comments are shown", async () => {
    const poll = await pollWithSoup();
    await change(poll, { password: "open sesame" });
    const page = await visit(poll.optionPath);
    await press(page, "Show the comments");
    await page.getByLabel("Password").fill("open sesame");
    await press(page, "Continue");
    await page.getByText("There are no comments yet.").waitFor();
  });

  test("reads in German why a comment is refused, and keeps its text", async () => {
    const poll = await pollWithSoup({ private_comments: true });
    const page = await visit(poll.optionPath, { locale: "de-DE" });
    await page.getByText("Ihre Kommentare sehen nur Sie").waitFor();
    await page.getByLabel("Ihr Kommentar").fill("Zu salzig");
    await change(poll, { settings: { allow_comments: false } });
    await press(page, "Senden");
    await page.getByText("Kommentare sind in dieser Umfrage ausgeschaltet.").waitFor();
    expect(await page.getByLabel("Ihr Kommentar").inputValue()).toBe("Zu salzig");
    await page.reload();
    await page.getByRole("heading", { name: "Soup", level: 1 }).waitFor();
    expect(await page.getByRole("heading", { name: "Kommentare" }).count()).toBe(0);
  });

  test("reads the problem of a text that the service refuses", async () => {
    const page = await visit((await pollWithSoup()).optionPath);
    const field = page.getByLabel("Your comment");
    await field.evaluate((textarea) => textarea.removeAttribute("maxlength"));
    await write(page, "a".repeat(2_001));
    await page.getByText("Text: Please enter at most 2000 characters.").waitFor();
    expect(await field.inputValue()).toHaveLength(2_001);
  });

  test("finds no form in a closed poll", async () => {
    const poll = await pollWithSoup({}, { status: "closed" });
    const page = await visit(poll.optionPath);
    await page.getByText("There are no comments yet.").waitFor();
    expect(await page.getByLabel("Your comment").count()).toBe(0);
  });
});
