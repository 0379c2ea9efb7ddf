// Covers docs/reference/pages.md: managing-on-pages, surveys-on-pages

import { newPublicId } from "@polls/db/tokens";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant, png, waitFor } from "@polls/testing";
import type { Page } from "playwright-core";
import { become, shareAdminPage } from "../../../testing/admin-page";
import { describeWithBrowser } from "../../../testing/check-pages";
import { signUp } from "../../../testing/sign-up";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";
import { storeVotes } from "../../../testing/store-votes";
import type { NewAccount } from "../accounts/create-account";

describeWithBrowser("a person who manages the participants of a poll", () => {
  const { gateway, asOwner, newPoll, manage } = shareAdminPage();

  test("marks participants as fraudulent, and invites by a list and by codes", async () => {
    const poll = await newPoll();
    const { id } = await buildParticipant(gateway.db, poll, { userName: "Mallory" });
    const page = await manage(poll, "people");
    expect(await page.getByText("jury").count()).toBe(0);
    await page.getByRole("button", { name: "Mallory", exact: true }).click();
    const person = page.getByRole("dialog");
    await person.getByRole("button", { name: "Mark as fraud" }).click();
    await person.getByRole("button", { name: "Clear the fraud mark" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("row", { name: /Mallory.*Marked as fraud/ }).waitFor();
    const row = await gateway.db.prisma.participant.findUniqueOrThrow({ where: { id } });
    expect(row.fraudulent).toBe(true);

    const list = page.getByLabel("Addresses, one on each line");
    const invite = page.locator("form", { has: list });
    await list.fill("a@example.org\nnobody\nb@example.org, c@\n");
    await invite.getByRole("button", { name: "Invite" }).click();
    await page.getByText("These are not e-mail addresses: nobody, c@").waitFor();
    await list.fill("a@example.org\nBea <b@example.org>");
    await invite.getByRole("button", { name: "Invite" }).click();
    await page.getByText("2 invitations made").waitFor();
    await list.fill("c@example.org; a@example.org");
    await invite.getByRole("button", { name: "Invite" }).click();
    await page.getByText("These are already invited, please remove them: a@example.org").waitFor();
    await page.getByRole("heading", { name: "a@example.org", exact: true }).waitFor();
    const codes = page.locator("details", { hasText: "Make codes without an address" });
    await codes.locator("summary").click();
    await codes.getByLabel("How many?").fill("2");
    await codes.getByRole("button").click();
    const links = await page.getByRole("textbox", { name: "Copy these links now." }).inputValue();
    expect(links.split("\n")).toHaveLength(2);
    await page.getByRole("button", { name: "Withdraw a@example.org" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await page
      .getByRole("heading", { name: "a@example.org", exact: true })
      .waitFor({ state: "detached" });
  });

  test("invites to the jury of a poll with one, and puts participants on it or takes them off", async () => {
    const poll = await newPoll({ jury_mode: true });
    await buildParticipant(gateway.db, poll, { userName: "Ada" });
    const page = await manage(poll, "people");
    await page.getByText("Only members of the jury vote.").waitFor();
    expect(await page.getByText("People without an invitation").count()).toBe(0);
    const list = page.getByLabel("Addresses, one on each line");
    await list.fill("a@example.org");
    await page.locator("form", { has: list }).getByRole("button", { name: "Invite" }).click();
    await page.getByText("1 invitation made").waitFor();
    const codes = page.locator("details", { hasText: "Make codes without an address" });
    await codes.locator("summary").click();
    await codes.getByLabel("How many?").fill("1");
    await codes.getByRole("button").click();
    await page.getByRole("textbox", { name: "Copy these links now." }).waitFor();
    const { body } = await asOwner(`GET /api/v1/polls/${poll.adminHash}/invitations`);
    expect(body).toMatchObject([{ jury: true }, { jury: true }]);
    const press = async (name: string) => {
      await page.getByRole("button", { name: "Ada", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name }).click();
      await page.keyboard.press("Escape");
    };
    await press("Put on the jury");
    await page.getByRole("row", { name: /Ada.*jury/ }).waitFor();
    await page.getByText("1 member of the jury", { exact: true }).waitFor();
    await press("Take off the jury");
    await page.getByRole("row", { name: /Ada.*jury/ }).waitFor({ state: "detached" });
    await page.getByText("0 members of the jury", { exact: true }).waitFor();
  });

  test("sees at once who took part, and invites no one to a closed poll", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "people");
    await page.getByText("No one has taken part yet.").waitFor();
    const codes = page.locator("details", { hasText: "Make codes without an address" });
    await codes.locator("summary").click();
    await codes.getByLabel("How many?").fill("1");
    await codes.getByRole("button").click();
    await page.getByText("not used yet").waitFor();
    const links = await page.getByRole("textbox", { name: "Copy these links now." }).inputValue();
    const { privateToken: token } = await signUp(gateway.db);
    const voter = { user_name: "Ada", invitation: new URL(links).searchParams.get("invitation") };
    const line = `POST /api/v1/polls/${poll.memberHash}/voters`;
    expect((await gateway.request(line, { token, body: { voter } })).status).toBe(201);
    await page.getByRole("button", { name: "Ada", exact: true }).waitFor();
    await page.getByText("used", { exact: true }).waitFor();
    const close = { poll: { status: "closed" } };
    expect((await asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, close)).status).toBe(200);
    await page.getByText("Open it again to invite people.").waitFor();
    expect(await page.getByRole("button", { name: "Invite" }).count()).toBe(0);
  });

  describe("answers", () => {
    const asMember = async (poll: Poll, path: string, body: object) => {
      const line = `POST /api/v1/polls/${poll.memberHash}/${path}`;
      const answer = await gateway.request(line, { token: member.privateToken, body });
      expect(answer.status).toBe(201);
      return answer.body;
    };
    let member: NewAccount;
    beforeAll(async () => {
      member = await signUp(gateway.db);
    });

    const rowsOf = (page: Page) => page.locator("table.answers tr").allInnerTexts();
    const voted = async (
      poll: Poll,
      name: string,
      votes: readonly (readonly [string, number | null])[],
    ) => {
      const { id: voter_id } = await asMember(poll, "voters", { voter: { user_name: name } });
      for (const [option_id, vote] of votes) {
        await asMember(poll, "votes", { voter_id, option_id, vote: { vote } });
      }
    };

    test("stand in a table of names and options with totals, whose signs a legend explains", async () => {
      const poll = await newPoll({ vote_type: "Votes::YesNoMaybeVote" });
      const { publicId: soup } = await buildOption(gateway.db, poll, { content: "Soup" });
      const { publicId: rice } = await buildOption(gateway.db, poll, { content: "Rice" });
      const votes = [
        ["Ada", 2, 0],
        ["Bea", 1, null],
      ] as const;
      for (const [name, one, other] of votes) {
        await voted(poll, name, [
          [soup, one],
          [rice, other],
        ]);
      }
      const page = await manage(poll, "people", narrowPhone);
      await page.getByRole("button", { name: "Ada", exact: true }).waitFor();
      expect((await rowsOf(page)).map((row) => row.split(/\s+/).join(" "))).toEqual([
        "Name Soup Rice",
        "Total 1 yes · 1 maybe Leading 0 yes",
        "Bea ≈ Maybe – abstained",
        "Ada ✓ Yes ✕ No",
      ]);
      expect(await page.locator(".signs li").allInnerTexts()).toEqual([
        ...["✓ Yes", "≈ Maybe", "✕ No", "– abstained"],
      ]);
      await page.getByRole("combobox", { name: "Order" }).selectOption("By name");
      await become("Ada", () => page.locator("table.answers tbody th button").first().innerText());
      expect(await page.getByRole("searchbox").count()).toBe(0);
      expect(await barriersOf(page)).toEqual([]);
      await page.getByRole("button", { name: "Ada", exact: true }).click();
      await page.getByRole("dialog").getByText("Soup").waitFor();
      expect(await barriersOf(page)).toEqual([]);

      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.keyboard
          .press("Escape")
          .then(() => page.getByRole("button", { name: "Download as a spreadsheet" }).click()),
      ]);
      expect(file.suggestedFilename()).toBe("Where shall we eat – answers.xlsx");
      const review = { option: { approval_state: "disapproved" } };
      await asOwner(`PATCH /api/v1/polls/${poll.adminHash}/options/${rice}`, review);
      await page.getByRole("columnheader", { name: "Rice (rejected)" }).waitFor();
      await page.getByRole("link", { name: "Results", exact: true }).click();
      await page.locator(".chart").getByText("Rice (rejected)").first().waitFor();
    });

    test("that do not count say so in a word, and are not in the totals", async () => {
      const poll = await newPoll({
        vote_type: "Votes::UpVote",
        double_opt_in: false,
        participant_limit: 5,
      });
      const soup = await buildOption(gateway.db, poll, { content: "Soup" });
      const build = (userName: string, facts: object) =>
        buildParticipant(gateway.db, poll, { userName, ...facts });
      await storeVotes(gateway.db, poll, [
        { by: await build("Ada", {}), on: soup, value: 1 },
        { by: await build("Bob", { paid: false }), on: soup, value: 1 },
        { by: await build("Cy", { fraudulent: true }), on: soup, value: 1 },
        { by: await build("Di", {}), on: soup, value: 0 },
      ]);
      const page = await manage(poll, "people");
      await page.getByRole("button", { name: "Ada", exact: true }).waitFor();
      const rows = await page.locator("table.answers tr").allInnerTexts();
      const words = (name: string) => rows.find((row) => row.includes(name)) ?? "";
      expect(words("Total")).toMatch(/\b1\svote\b/);
      expect(words("Ada")).toContain("chosen");
      expect(words("Bob")).toContain("Not paid yet");
      expect(words("Cy")).toContain("Marked as fraud");
      expect(words("Di")).toContain("abstained");
      const filled = await page.locator("table.answers tbody td.yes").count();
      expect(filled).toBe(1);
    });

    test("are as wide as their columns, and fade where more of them follow, also from right to left", async () => {
      const poll = await newPoll();
      for (let at = 0; at < 4; at++) await buildOption(gateway.db, poll, { content: `Cake ${at}` });
      await buildParticipant(gateway.db, poll, { userName: "Ada" });
      const page = await manage(poll, "people");
      const box = page.getByRole("region", { name: "Names and answers" });
      await page.getByRole("button", { name: "Ada", exact: true }).waitFor();
      const [area, table] = [await box.boundingBox(), await box.locator("table").boundingBox()];
      expect(area?.width).toBeLessThan((table?.width ?? 0) + 4);
      await page.setViewportSize({ width: 360, height: 740 });
      const mask = () =>
        page.evaluate<string>("getComputedStyle(document.querySelector('.people')).maskImage");
      expect(await mask()).toContain("to left");
      await page.evaluate("document.documentElement.dir = 'rtl'");
      expect(await mask()).toContain("to right");
    });

    test("are all read while one scrolls, with names and heads in view", async () => {
      const poll = await newPoll({ vote_type: "Votes::RatingVote" });
      const options: Awaited<ReturnType<typeof buildOption>>[] = [];
      for (let at = 0; at < 30; at++) {
        options.push(await buildOption(gateway.db, poll, { content: `Cake ${at}` }));
      }
      const participants = [];
      for (let at = 0; at < 45; at++) {
        participants.push(await buildParticipant(gateway.db, poll, { userName: `Person ${at}` }));
      }
      await storeVotes(
        gateway.db,
        poll,
        participants.map((by, at) => ({ by, on: options[at % 30] as never, value: 1 + (at % 5) })),
      );
      const page = await manage(poll, "people");
      const box = page.getByRole("region", { name: "Names and answers" });
      await page.getByRole("button", { name: "Person 44", exact: true }).waitFor();
      await waitFor(
        async () => {
          await box.evaluate((element) => element.scrollTo(1e6, 1e6));
          return (await page.locator("table.answers tbody tr").count()) === 45;
        },
        { what: "all rows" },
      );
      const last = page.getByRole("button", { name: "Person 0", exact: true });
      const head = page.getByRole("columnheader", { name: "Cake 29" });
      for (const shown of [last, head]) {
        const [place, area] = [await shown.boundingBox(), await box.boundingBox()];
        expect(place?.x).toBeGreaterThanOrEqual(area?.x ?? 0);
        expect(place?.y).toBeGreaterThanOrEqual(area?.y ?? 0);
      }
    });

    test("are all read while one scrolls, also once there is a second page", async () => {
      const poll = await newPoll({ vote_type: "Votes::RatingVote" });
      const option = await buildOption(gateway.db, poll, { content: "Cake" });
      for (let at = 0; at < 20; at++) {
        await buildParticipant(gateway.db, poll, { userName: `Person ${at}` });
      }
      const page = await manage(poll, "people");
      const box = page.getByRole("region", { name: "Names and answers" });
      await page.getByRole("button", { name: "Person 0", exact: true }).waitFor();
      await voted(poll, "Ada", [[option.publicId, 5]]);
      await page.getByRole("button", { name: "Ada", exact: true }).waitFor();
      await waitFor(
        async () => {
          await box.evaluate((element) => element.scrollTo(0, 1e6));
          return (await page.locator("table.answers tbody tr").count()) === 21;
        },
        { what: "the row of the second page" },
      );
    });

    test("of many people are searched by name, sorted, and shown a hundred at a time", async () => {
      const poll = await newPoll({ vote_type: "Votes::RatingVote" });
      const soup = await buildOption(gateway.db, poll, { content: "Soup" });
      const votes = [];
      for (let at = 0; at < 103; at++) {
        const by = await buildParticipant(gateway.db, poll, {
          userName: `Person ${String(at).padStart(3, "0")}`,
        });
        votes.push({ by, on: soup, value: at === 7 ? 5 : 1 + (at % 4) });
      }
      await storeVotes(gateway.db, poll, votes);
      const page = await manage(poll, "people", narrowPhone);
      const names = () => page.locator("table.answers tbody th button").allInnerTexts();
      const person = (number: string) =>
        page.getByRole("button", { name: `Person ${number}`, exact: true });
      await person("102").waitFor();
      const order = page.getByRole("combobox", { name: "Order" });
      await order.selectOption("By name");
      await become("Person 000", async () => (await names())[0]);
      await page.getByRole("button", { name: "Reverse the order" }).click();
      await become("Person 102", async () => (await names())[0]);
      await order.selectOption("By answer: Soup");
      await become("Person 007", async () => (await names())[0]);
      await page.getByText("1–100 of 103").waitFor();
      expect(await page.getByRole("table").getAttribute("aria-rowcount")).toBe("105");
      await page.getByRole("button", { name: "Next", exact: true }).click();
      await page.getByText("101–103 of 103").waitFor();
      await become(3, async () => (await names()).length);
      const focused = await page.evaluate(`document.activeElement.getAttribute("aria-label")`);
      expect(focused).toBe("Names and answers");
      const row = page.getByRole("row", { name: /^Person/ }).first();
      expect(await row.getAttribute("aria-rowindex")).toBe("103");
      const search = page.getByRole("searchbox", { name: "Search by name" });
      await search.fill("ON 04");
      await page.getByText("10 found").waitFor();
      await become(10, async () => (await names()).length);
      expect(await barriersOf(page)).toEqual([]);
      await search.fill("Mallory");
      await page.getByText("Nothing found").waitFor();
      expect(await page.getByText("No one has taken part yet.").count()).toBe(0);
      // The same field keeps the focus, and what is typed while the rows come.
      await search.press("ControlOrMeta+a");
      await page.keyboard.press("Delete");
      await become(true, async () => (await names()).length >= 20);
      await page.keyboard.type("Person ");
      await page.getByText("103 found").waitFor();
      await page.keyboard.type("00");
      await page.getByText("10 found").waitFor();
      expect(await search.inputValue()).toBe("Person 00");
    });

    test("keep the search of eight people when one of them is removed", async () => {
      const poll = await newPoll({ vote_type: "Votes::RatingVote" });
      for (let at = 0; at < 8; at++) {
        await buildParticipant(gateway.db, poll, { userName: `Person ${at}` });
      }
      const page = await manage(poll, "people");
      await page.getByRole("button", { name: "Person 3", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").last().getByRole("button", { name: "Delete" }).click();
      await page
        .getByRole("button", { name: "Person 3", exact: true })
        .waitFor({ state: "detached" });
      await page.getByRole("searchbox").waitFor();
    });

    test("lead back from rows whose last person is removed", async () => {
      const poll = await newPoll();
      for (let at = 0; at < 101; at++) {
        await buildParticipant(gateway.db, poll, { userName: `Person ${at}` });
      }
      const page = await manage(poll, "people");
      const people = page.locator("table.answers tbody th button");
      await page.getByRole("button", { name: "Next", exact: true }).click();
      await become(1, () => people.count());
      await people.click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").last().getByRole("button", { name: "Delete" }).click();
      await become(true, async () => (await people.count()) >= 20);
    });

    test("of one person are shown with files and drawings that open", async () => {
      const poll = await newPoll({}, { type: "Polls::Survey" });
      const step = (content: string, type: string) =>
        buildOption(gateway.db, poll, {
          type: "Options::SurveyStep",
          content,
          settings: { survey_step_type: type },
        });
      const [about, sketch] = [await step("About you", "input"), await step("Draw it", "drawing")];
      const input = (content: string, inputType: string) =>
        buildOption(gateway.db, poll, {
          type: "Options::InputOption",
          parent: about,
          content,
          inputType,
        });
      const [town, file] = [await input("Your town", "text"), await input("Your letter", "file")];
      const { id: voter_id } = await asMember(poll, "voters", { voter: { user_name: "Ada" } });
      const attachment = `data:image/png;base64,${png(8, 8).toString("base64")}`;
      const [letter] = await Promise.all(
        [file, sketch].map(({ publicId }) =>
          asMember(poll, "options", { option: { attachment }, parent_option_id: publicId }),
        ),
      );
      for (const [{ publicId: option_id }, vote_text] of [
        [town, "Hamburg"],
        [file, letter.id],
      ] as const) {
        await asMember(poll, "votes", { voter_id, option_id, vote: { vote_text } });
      }
      const matrix = await buildOption(gateway.db, poll, {
        type: "Options::SurveyStep",
        settings: { survey_step_type: "matrix", allowed_values: ["bad", "fine"] },
      });
      const row = { type: "Options::TextOption", parent: matrix, content: "Light" } as const;
      const { publicId: option_id } = await buildOption(gateway.db, poll, row);
      await asMember(poll, "votes", { voter_id, option_id, vote: { vote: 2 } });
      const page = await manage(poll, "people");
      await page.getByRole("button", { name: "Ada", exact: true }).click();
      await page.getByRole("definition").filter({ hasText: "fine" }).waitFor();
      const response = page.getByRole("dialog", { name: "Answers of Ada" });
      await response.getByText("Hamburg").waitFor();
      for (const name of ["Your letter", "Draw it"]) {
        const link = response.locator("div", { hasText: name }).last().getByRole("link");
        const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
        const answer = await page.request.get((await link.getAttribute("href")) ?? "");
        expect([name, answer.status()]).toEqual([name, 200]);
        await opened.close();
      }
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "Build", exact: true }).click();
      await page.getByRole("heading", { name: "Draw it" }).waitFor();
      expect(await page.getByText("Pictures of Draw it").count()).toBe(0);
    });
  });

  test("sees without a reload that a mail was sent, and that it came back", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "people");
    await page.getByLabel("Addresses, one on each line").fill("ada@example.org");
    await page.getByRole("button", { name: "Invite" }).click();
    const facts = page.locator("li", { hasText: "ada@example.org" });
    await facts.getByText("E-mail waiting to be sent").waitFor();
    const { prisma } = gateway.db;
    await prisma.mail.updateMany({ data: { state: "sent" } });
    await facts.getByText("E-mail sent").waitFor();
    await prisma.mail.updateMany({ data: { state: "bounced" } });
    await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
    await facts.getByText("E-mail sent").waitFor({ state: "detached" });
  });

  test("takes the addresses of a CSV file into the list, from whichever column", async () => {
    const poll = await newPoll();
    const page = await manage(poll, "people");
    const file = page.getByLabel("Or a file with addresses");
    const csv = (text: string) => ({
      name: "a.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
    await file.setInputFiles(csv("Name;Age\nAda;36\n"));
    await page.getByText("There is no address in this file.").waitFor();
    await file.setInputFiles(
      csv('Name;Mail\nAda;ada@example.org\n"Bob, B.";"bob@example.org"\nAda;ada@example.org\n'),
    );
    const list = page.getByLabel("Addresses, one on each line");
    await waitFor(async () => (await list.inputValue()) === "ada@example.org\nbob@example.org", {
      what: "the addresses of the file",
    });
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByText("2 invitations made").waitFor();
  });

  test("sees payments and payers, and refunds some votes of one after a confirmation", async () => {
    const poll = await newPoll();
    const payer = await buildParticipant(gateway.db, poll, {
      userName: "Ada",
      optinEmail: "ada@example.org",
    });
    const { id } = await gateway.db.prisma.payment.create({
      data: {
        publicId: newPublicId(),
        token: newPublicId(),
        kind: "votes",
        pollId: poll.id,
        participantId: payer.id,
        pollTitle: "Cakes",
        quantity: 5,
        unitAmount: 150,
        currency: "eur",
        state: "paid",
        credited: 5,
        received: 750n,
        checkouts: {
          create: { attempt: 1, state: "paid", paymentIntentId: "pi_1", expiresAt: new Date() },
        },
      },
    });
    const page = await manage(poll, "people");
    await page.getByText("5 votes at €1.50").waitFor();
    await page.getByRole("heading", { name: "Ada: Votes" }).waitFor();
    await page.locator("li", { hasText: "ada@example.org" }).last().waitFor();
    const refund = page.getByRole("button", { name: "Refund: Votes, Ada, €7.50" });
    await page.getByLabel("Votes to refund").fill("6");
    await page.locator("button[aria-disabled=true]", { hasText: "Refund" }).waitFor();
    expect(await refund.isDisabled()).toBe(true);
    await page.getByLabel("Votes to refund").fill("2");
    await refund.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Refund €3.00?").waitFor();
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await page.getByText("The refund is on its way.").waitFor();
    const refunds = await gateway.db.prisma.refund.findMany({ where: { paymentId: id } });
    expect(refunds.map(({ amount }) => Number(amount))).toEqual([300]);
  });
});
