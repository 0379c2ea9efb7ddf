// Covers docs/reference/pages.md: final-dates

import { readFile } from "node:fs/promises";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant, readCalendar } from "@polls/testing";
import type { Page } from "playwright-core";
import { become } from "../../../testing/admin-page";
import { describeWithBrowser } from "../../../testing/check-pages";
import { mailedLink } from "../../../testing/mailed-link";
import { barriersOf, narrowPhone, sharePages, shareSignIn } from "../../../testing/start-pages";
import { storeVotes } from "../../../testing/store-votes";

describeWithBrowser("the final dates of a poll", () => {
  const pages = sharePages();
  const storageState = shareSignIn(pages);

  async function pollOfDays(settings: object = {}): Promise<Poll> {
    const type = "Options::DateOption" as const;
    const poll = await pages.newPoll({ option_type: type, ...settings }, { title: "Party" });
    for (const day of ["2040-06-01", "2040-06-02"]) {
      await buildOption(pages.gateway.db, poll, {
        type,
        startDate: new Date(`${day}T00:00Z`),
      });
    }
    const { prisma } = pages.gateway.db;
    await prisma.option.updateMany({ where: { pollId: poll.id }, data: { content: null } });
    return poll;
  }
  /** Sets the first of the days. */
  async function decideFirst(poll: Poll): Promise<void> {
    const first = await pages.gateway.db.prisma.option.findFirstOrThrow({
      where: { pollId: poll.id },
      orderBy: { startDate: "asc" },
    });
    const body = { option_ids: [first.publicId] };
    const path = `/api/v1/polls/${poll.adminHash}/decision`;
    expect((await pages.asOwner(`POST ${path}`, body)).status).toBe(201);
  }
  const manage = async (poll: Poll, place: string, options: object = {}): Promise<Page> =>
    pages.visit(`/p/${poll.adminHash}/admin#${place}`, {
      ...options,
      storageState,
    });
  const saved = async (page: Page, button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Party.ics");
    return readCalendar(await readFile(await download.path(), "utf8")).events;
  };

  test("are marked as the best on the desk, unless all dates are equal", async () => {
    const poll = await pollOfDays({ vote_type: "Votes::YesNoMaybeVote" });
    const [first, second] = await pages.gateway.db.prisma.option.findMany({
      where: { pollId: poll.id },
      orderBy: { startDate: "asc" },
    });
    if (first === undefined || second === undefined) throw new Error("no dates");
    const maybe = await storeVotes(pages.gateway.db, poll, [{ on: second, value: 1 }]);
    const desk = await manage(poll, "results");
    const best = desk.locator("#decision ~ .card label", { hasText: "Best so far" });
    await desk.getByLabel("Saturday, June 2, 2040").waitFor();
    expect(await best.count()).toBe(0);
    await pages.gateway.db.prisma.participant.deleteMany({
      where: { id: { in: maybe.map(({ id }) => id) } },
    });
    const [by] = await storeVotes(pages.gateway.db, poll, [{ on: first, value: 2 }]);
    if (by === undefined) throw new Error("no participant");
    await desk.reload();
    await best.filter({ hasText: "Friday, June 1, 2040" }).waitFor();
    expect(await best.count()).toBe(1);
    await storeVotes(pages.gateway.db, poll, [{ by, on: second, value: 2 }]);
    await desk.reload();
    await desk.getByLabel("Friday, June 1, 2040").waitFor();
    expect(await best.count()).toBe(0);
  });

  test("are chosen, changed and withdrawn by the owner, and taken by a participant", async () => {
    const poll = await pollOfDays({ delete_after_days: 30 });
    const confirmed = { optinEmail: "ada@example.net", confirmedAt: new Date() };
    await buildParticipant(pages.gateway.db, poll, confirmed);
    const participant = await pages.visit(`/p/${poll.memberHash}`);
    await participant
      .getByLabel("Yes")
      .or(participant.getByRole("button", { name: "Yes" }))
      .first()
      .click();
    await participant.getByRole("button", { name: "Done" }).click();
    await participant.getByRole("heading", { name: "Thank you!" }).waitFor();
    const desk = await manage(poll, "results");
    const confirm = async (button: string, text: string) => {
      await desk.getByRole("button", { name: button }).click();
      const dialog = desk.getByRole("dialog");
      await dialog.getByText(text, { exact: false }).waitFor();
      await dialog.getByRole("button", { name: button }).click();
    };
    const reach = "1 person gets an e-mail; 1 participant left no address.";
    const follows = "You then get a text to send to those without an address.";
    await desk.getByLabel("Friday, June 1, 2040").check();
    await confirm(
      "Set the date and tell 1 person",
      `The date: Friday, June 1, 2040. The poll will be closed: it takes no more answers, and none can be changed. ${reach} ${follows} It will be deleted after 30 days at the latest`,
    );
    await desk.getByText("The date is set, and the poll is closed.").waitFor();
    await desk.getByRole("status").getByText("1 e-mail is on its way.", { exact: true }).waitFor();
    await desk.getByText(/^1\sparticipant left no address\. Tell them the date/).waitFor();
    expect(await desk.getByRole("status").getByText("left no address").count()).toBe(0);
    await desk.locator(".notice", { hasText: "The date: Friday, June 1, 2040." }).waitFor();
    await desk
      .locator(".bars li", { hasText: /Friday, June\s1,\s2040[\s\S]*Chosen date/ })
      .waitFor();
    expect(await pages.gateway.db.prisma.mail.count({ where: { kind: "decision" } })).toBe(1);
    await participant.reload();
    expect(new URL(participant.url()).hash).toBe("#thanks");
    await participant.getByRole("heading", { name: "Thank you!" }).waitFor();
    await participant.getByRole("heading", { name: "The date is set" }).waitFor();
    expect(await saved(participant, "Add to calendar")).toMatchObject([{ status: "CONFIRMED" }]);
    expect(await saved(desk, "Add to calendar")).toMatchObject([{ dtstart: "2040-06-01" }]);

    const page = await pages.visit(`/p/${poll.memberHash}`, narrowPhone);
    await page.getByRole("heading", { name: "The date is set" }).waitFor();
    const chosen = page.locator("li.option", {
      hasText: /Friday, June\s1,\s2040[\s\S]*Chosen date/,
    });
    expect(await chosen.isVisible()).toBe(false);
    await page.getByText("All dates (2)").click();
    await chosen.waitFor();
    await page.getByRole("link", { name: "See the results" }).click();
    await page
      .locator(".bars li", { hasText: /Friday, June\s1,\s2040[\s\S]*Chosen date/ })
      .waitFor();
    expect(await page.getByText("Chosen date").count()).toBe(1);
    await page.goBack();
    expect(await saved(page, "Add to calendar")).toMatchObject([{ status: "CONFIRMED" }]);
    expect(await barriersOf(page)).toEqual([]);

    await desk.getByLabel("Saturday, June 2, 2040").check();
    await Promise.all([
      desk.waitForResponse((response) => response.url().endsWith("/decision")),
      confirm("Change the date and tell 1 person", reach),
    ]);
    await page.reload();
    await page.getByRole("heading", { name: "The dates are set" }).waitFor();

    await confirm("Withdraw and call off", `it is open again. ${reach}`);
    await desk.getByRole("button", { name: "Set the date and tell 1 person" }).waitFor();
    await page.reload();
    await page.getByText("Friday, June 1, 2040").first().waitFor();
    expect(await page.getByRole("heading", { name: /set/ }).count()).toBe(0);
  });

  test("are learned by a page that was open before, once it refuses a vote", async () => {
    const poll = await pollOfDays({ vote_type: "Votes::YesNoMaybeVote" });
    const page = await pages.visit(`/p/${poll.memberHash}`);
    const yes = page.getByLabel("Yes").or(page.getByRole("button", { name: "Yes" }));
    await yes.first().waitFor();
    await decideFirst(poll);
    await yes.first().click();
    await page.getByRole("heading", { name: "The date is set" }).waitFor();
    await page.locator(".final-dates", { hasText: "Friday, June 1, 2040" }).waitFor();
    await page.getByText("The poll is closed. That was not saved.").waitFor();
    expect(await yes.count()).toBe(0);
  });

  test.each([
    {
      locale: "en-US",
      off: "Friday, June 1, 2040 was called off",
      mark: "Called off",
      gone: "The date was called off",
      set: "The date is set",
    },
    {
      locale: "de-DE",
      off: "Freitag, 1. Juni 2040 ist abgesagt",
      mark: "Abgesagt",
      gone: "Der Termin ist abgesagt",
      set: "Der Termin steht fest",
    },
  ])("are called off on pages that stay open, until another is set ($locale)", async (texts) => {
    const { locale, off, mark, gone, set } = texts;
    const poll = await pollOfDays();
    await decideFirst(poll);
    const path = `/p/${poll.memberHash}`;
    const open = [
      await pages.visit(path, { ...narrowPhone, locale }),
      await pages.visit(`${path}/results`, { ...narrowPhone, locale }),
    ];
    const shows = (name: string) =>
      Promise.all(open.map((page) => page.getByRole("heading", { name }).waitFor()));
    await shows(set);
    const decision = `/api/v1/polls/${poll.adminHash}/decision`;
    expect((await pages.asOwner(`DELETE ${decision}`)).status).toBe(204);
    await shows(off);
    await open[0]?.locator("li.option .chip", { hasText: mark }).waitFor();
    for (const page of open) expect(await barriersOf(page)).toEqual([]);
    const { publicId: archived } = await pages.gateway.db.prisma.option.findFirstOrThrow({
      where: { pollId: poll.id },
      orderBy: { startDate: "asc" },
    });
    const body = { option: { archived: true } };
    const option = `/api/v1/polls/${poll.adminHash}/options/${archived}`;
    expect((await pages.asOwner(`PATCH ${option}`, body)).status).toBe(200);
    await Promise.all(open.map((page) => page.reload()));
    await shows(gone);
    const other = await pages.gateway.db.prisma.option.findFirstOrThrow({
      where: { pollId: poll.id, archived: false },
    });
    await pages.asOwner(`POST ${decision}`, { option_ids: [other.publicId] });
    await shows(set);
    for (const page of open)
      expect(await page.getByRole("heading", { name: gone }).count()).toBe(0);
  });

  test("are named in German, also where only those who voted see the results", async () => {
    const poll = await pollOfDays({ results_visible: "after_own_vote" });
    await decideFirst(poll);
    const page = await pages.visit(`/p/${poll.memberHash}`, { locale: "de-DE" });
    await page.getByRole("heading", { name: "Der Termin steht fest" }).waitFor();
    await page.goto(`${pages.gateway.url}/p/${poll.memberHash}/results`);
    await page.getByText("Die Ergebnisse sehen nur Personen, die abgestimmt haben.").waitFor();
    await page.getByRole("heading", { name: "Der Termin steht fest" }).waitFor();
    const desk = await manage(poll, "results", { ...narrowPhone, locale: "de-DE" });
    await desk.getByText("Der Termin steht fest, und die Umfrage ist geschlossen.").waitFor();
    expect(await barriersOf(desk)).toEqual([]);
  });

  test("are told by the owner where no one left an address, and can change in a poll that is open again", async () => {
    const poll = await pollOfDays();
    await buildParticipant(pages.gateway.db, poll, { userName: "Ada" });
    await pages.gateway.db.prisma.poll.update({
      where: { id: poll.id },
      data: { location: "The hall" },
    });
    const desk = await manage(poll, "results");
    await desk.getByLabel("Friday, June 1, 2040").check();
    const button = desk.getByRole("button", { name: "Set the date", exact: true });
    await button.click();
    await desk.getByRole("dialog").getByText("No one left an address").waitFor();
    expect(await desk.getByText(/no one left an address/i).count()).toBe(1);
    await desk.getByRole("dialog").getByRole("button", { name: "Set the date" }).click();
    const text = desk.getByRole("textbox", { name: "Text for participants" });
    await text.waitFor();
    const lines = (await text.inputValue()).split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "Party: Friday, June 1, 2040",
      "Place: The hall",
      `${pages.gateway.url}/p/${poll.memberHash}`,
    ]);
    const [calendar = ""] = /http.*/.exec(lines[3] ?? "") ?? [];
    expect(readCalendar(await (await fetch(calendar)).text()).events).toMatchObject([
      { dtstart: "2040-06-01", status: "CONFIRMED" },
    ]);
    const body = { poll: { status: "active" } };
    expect((await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, body)).status).toBe(200);
    const page = await pages.visit(`/p/${poll.memberHash}`);
    await page.getByRole("heading", { name: "The date so far" }).waitFor();
    await page.getByText("The poll is open again, so this can still change.").waitFor();
    await desk.getByText("The date is set, but the poll is open again").waitFor();
  });

  test.each([
    {
      locale: "en-US",
      days: ["Friday, June 1, 2040", "Saturday, June 2, 2040"],
      buttons: ["Change the date", "Withdraw and call off"],
      label: "Text for participants",
      changed: "The date has changed. No longer: ",
      off: "Party: called off: ",
    },
    {
      locale: "de-DE",
      days: ["Freitag, 1. Juni 2040", "Samstag, 2. Juni 2040"],
      buttons: ["Termin ändern", "Zurücknehmen und absagen"],
      label: "Text für Teilnehmende",
      changed: "Der Termin hat sich geändert. Nicht mehr: ",
      off: "Party: abgesagt: ",
    },
  ])("that change or are called off have a text of their own ($locale)", async (texts) => {
    const { locale, days, buttons, label, changed, off } = texts;
    const poll = await pollOfDays();
    await buildParticipant(pages.gateway.db, poll, { userName: "Ada" });
    await decideFirst(poll);
    const desk = await manage(poll, "results", { locale });
    const confirm = async (button = "") => {
      await desk.getByRole("button", { name: button }).click();
      await desk.getByRole("dialog").getByRole("button", { name: button }).click();
    };
    const text = desk.getByRole("textbox", { name: label });
    const [before = "", after = ""] = days;
    await desk.getByLabel(before).uncheck();
    await desk.getByLabel(after).check();
    await confirm(buttons[0]);
    await become([`Party: ${after}`, `${changed}${before}`], async () =>
      (await text.inputValue()).split("\n").slice(0, 2),
    );
    await confirm(buttons[1]);
    const address = `${pages.gateway.url}/p/${poll.memberHash}`;
    await become(`${off}${after}\n${address}`, () => text.inputValue());
  });

  test.each([
    [
      "English",
      {},
      /^E-mail, if you want/,
      "Tell me the date by e-mail",
      /^Please open the e-mail/,
    ],
    [
      "German",
      { locale: "de-DE" },
      /^E‑Mail-Adresse, wenn/,
      "Termin per E‑Mail erfahren",
      /^Bitte öffnen Sie die E‑Mail/,
    ],
  ] as const)(
    "are told to an address that a participant leaves and confirms, in %s",
    async (language, context, label, button, sent) => {
      const poll = await pollOfDays();
      const address = `${language.toLowerCase()}@example.net`;
      const page = await pages.visit(`/p/${poll.memberHash}`, { ...narrowPhone, ...context });
      const card = page.locator("li.option").first();
      await card.waitFor();
      expect(await page.getByLabel(label).count()).toBe(0);
      await card.locator("label").first().click();
      await page.getByLabel(label).fill(address);
      expect(await barriersOf(page)).toEqual([]);
      await page.getByRole("button", { name: button }).click();
      await page.getByText(sent).waitFor();
      await page.reload();
      await page.getByText(sent).waitFor();
      const link = await mailedLink(pages.gateway, address);
      expect((await pages.gateway.request(`POST ${link}`)).status).toBe(200);
      await page.locator(".tell .fine", { hasText: address }).waitFor();
      await page.goto(`${pages.gateway.url}/p/${poll.memberHash}#thanks`);
      await page.locator(".tell .fine", { hasText: address }).waitFor();
      expect(await barriersOf(page)).toEqual([]);
    },
  );

  test("are told to the address of an invitation, which is not asked for again, or to another one", async () => {
    const poll = await pollOfDays();
    const invitations = [{ email: "invited@example.net" }];
    const path = `/api/v1/polls/${poll.adminHash}/invitations`;
    const [{ code }] = (await pages.asOwner(`POST ${path}`, { invitations })).body;
    const page = await pages.visit(`/p/${poll.memberHash}?invitation=${code}`, narrowPhone);
    await page.locator("li.option").first().locator("label").first().click();
    const told = page.getByText("The address at which you were invited gets an e-mail");
    await told.waitFor();
    const address = page.getByLabel(/^E-mail, if you want/);
    expect(await address.count()).toBe(0);
    expect(await page.content()).not.toContain("invited@example.net");
    expect(await barriersOf(page)).toEqual([]);
    await page.reload();
    await told.waitFor();
    await page.getByRole("button", { name: "Use another address" }).click();
    await address.and(page.locator(":focus")).waitFor();
    await address.fill("other@example.net");
    await page.getByRole("button", { name: "Tell me the date by e-mail" }).click();
    await page.getByText(/^Please open the e-mail/).waitFor();
    await told.waitFor({ state: "detached" });
  });

  test("are asked for again only of those who did not answer by their links", async () => {
    const poll = await pollOfDays({ require_voter_name: true });
    const names = ["ada", "bea", "cleo"];
    const invitations = names.map((name) => ({ email: `${name}@example.net` }));
    const path = `/api/v1/polls/${poll.adminHash}`;
    const made = await pages.asOwner(`POST ${path}/invitations`, { invitations });
    const [ada, bea] = made.body.map(({ code }: { readonly code: string }) => code);
    const answer = async (code: string, { reloads = false, holds = true } = {}) => {
      const page = await pages.visit(`/p/${poll.memberHash}?invitation=${code}`);
      if (reloads) {
        await page.goto(`${pages.gateway.url}/p/${poll.memberHash}/results`);
        await page.goto(`${pages.gateway.url}/p/${poll.memberHash}`);
        await page.reload();
      }
      const card = page.locator("li.option").first();
      await card.getByRole("button", { name: "Yes" }).or(card.getByLabel("Yes")).first().click();
      await page.getByLabel("Your name").fill("Somebody");
      await page.keyboard.press("Enter");
      if (!holds) {
        await page.getByText("This invitation was used or withdrawn").waitFor();
        await page.keyboard.press("Enter");
      }
      await card.getByText("Saved").waitFor();
    };
    await answer(ada);
    await answer(bea, { reloads: true });
    for (const code of [ada, "unknown", "long".repeat(200)]) await answer(code, { holds: false });
    const listed = await pages.asOwner(`GET ${path}/invitations`);
    expect(listed.body.map(({ used }: { readonly used: boolean }) => used)).toEqual([
      false,
      true,
      true,
    ]);
    expect(await pages.gateway.db.prisma.participant.count({ where: { pollId: poll.id } })).toBe(5);

    const desk = await manage(poll, "people");
    await desk.locator(".fine", { hasText: "do not say who invites." }).getByRole("link").click();
    await desk.locator('[data-field="publisher"] input:focus').waitFor();
    await desk.goBack();
    const remind = async () => {
      await desk.getByRole("button", { name: "Send a reminder" }).click();
      await desk.getByText("1 invited person has not answered").waitFor();
    };
    await remind();
    await desk.getByRole("button", { name: "Cancel" }).click();
    expect(await pages.gateway.db.prisma.reminder.count({ where: { pollId: poll.id } })).toBe(0);
    await remind();
    await desk.getByRole("button", { name: "Remind 1 person" }).click();
    await desk.getByText("1 reminder is on the way. You can send 2 more.").waitFor();
    const mails = await pages.gateway.db.prisma.mail.findMany({
      where: { kind: "reminder", pollNotice: { pollId: poll.id } },
    });
    expect(mails.map(({ address }) => address)).toEqual(["cleo@example.net"]);
    await remind();
    await desk.getByRole("button", { name: "Remind 1 person" }).click();
    await desk.getByText("A reminder was sent less than 24 hours ago.").waitFor();
    const named = { poll: { publisher: "The club" } };
    expect((await pages.asOwner(`PATCH ${path}`, named)).status).toBe(200);
    await desk.reload();
    await desk.getByText("The e-mails say that The club invites.").waitFor();
  });
});
