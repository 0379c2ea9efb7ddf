// Covers docs/reference/media.md: refused-formats
// Covers docs/reference/pages.md: languages, submissions-on-pages

import { buildOption, waitFor } from "@polls/testing";
import type { Route } from "playwright-core";
import { phone } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { barriersOf, narrowPhone } from "../../../testing/start-pages";
import { begin, shareSubmissionPages, submit } from "../../../testing/submission-pages";
import { option as card } from "../../../testing/voting-pages";

/** A picture of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** A script that drops or pastes the picture, with the events of a browser. */
const bringing = (way: string): string => `(() => {
  const bytes = Uint8Array.from(atob("${pixel.toString("base64")}"), (one) => one.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], "sea.png", { type: "image/png" }));
  ${
    way === "drops"
      ? `document.querySelector(".files").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }))`
      : `document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true }))`
  };
})()`;

describeWithBrowser("a person who submits options", () => {
  const { pages, newPoll, optionsIn } = shareSubmissionPages();

  test("submits a text with the required fields, which others see after its approval", async () => {
    const poll = await newPoll("Collection", {
      require_approval: true,
      require_description: true,
      require_voter_name: true,
      terms_for_option_creators: "Be kind.",
      additional_option_attributes: [{ title: "Street", type: "text", required: true }],
    });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await begin(page);
    await page.getByLabel("Your text").fill("A bench");
    await page.getByLabel("Description").fill("In the sun");
    await page.getByLabel("Street").fill("Main street");
    // The name of a participant is another field, which only a vote asks for.
    expect(await page.getByLabel("Your name").count()).toBe(0);
    await page.getByLabel("Name shown with your idea").fill("Ada");
    await page.getByLabel("I accept the terms").check();
    await page.reload();
    expect(await page.getByLabel("Description").inputValue()).toBe("In the sun");
    expect(await page.getByLabel("I accept the terms").isChecked()).toBe(true);
    await submit(page);
    await page.getByText("Others see it once it is approved.").waitFor();
    await card(page, "A bench").waitFor();

    const [option] = await optionsIn(poll.adminHash);
    expect(option).toMatchObject({
      content: "A bench",
      author_name: "Ada",
      approval_state: "unreviewed",
    });
    const other = await pages.visit(`/p/${poll.memberHash}`);
    await other.getByText("There is nothing here yet.").waitFor();
    await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}/options/${option.id}`, {
      option: { approval_state: "approved" },
    });
    await other.reload();
    await card(other, "A bench").waitFor();
  });

  test("refuses files on choosing them, suggests the title of the last one, and counts up to the limit", async () => {
    const other = await newPoll("PhotoGallery", { file_size_max_mb: 1, option_limit: 3 });
    const page = await pages.visit(`/p/${other.memberHash}`, phone);
    await page.getByText("You have added 0 of 3.").waitFor();
    await begin(page);
    const title = page.getByLabel("Title", { exact: true });
    const choose = async (name: string, mimeType = "image/png", buffer: Buffer = pixel) => {
      await page.locator(".files input").first().setInputFiles({ name, mimeType, buffer });
      // The title is suggested after the next frame.
      await page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))",
      );
    };
    await choose("holiday_rome.png");
    expect(await title.inputValue()).toBe("Holiday rome");
    await choose("IMG_1234.png");
    expect(await title.inputValue()).toBe("");
    await choose("notes.txt", "text/plain");
    await page.getByText("notes.txt: Please choose a picture.").waitFor();
    await choose("big.png", "image/png", Buffer.alloc(1_000_001));
    await page.getByText("big.png: This file is too large.").waitFor();
    expect(await title.inputValue()).toBe("");
    await choose("harbor_wall.png");
    expect(await title.inputValue()).toBe("Harbor wall");
    expect(await page.locator(".files .problem").count()).toBe(0);
    await page.getByRole("button", { name: "Remove: harbor_wall.png" }).click();
    await waitFor(async () => (await title.inputValue()) === "", { what: "the title is empty" });
  });

  test("gives the name once: with the idea, and not again for the first vote", async () => {
    const poll = await newPoll("Collection", { require_voter_name: true });
    await buildOption(pages.gateway.db, poll, { content: "A tree" });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await begin(page);
    await page.getByLabel("Your text").fill("A bench");
    await page.getByLabel("Name shown with your idea").fill("Ada");
    await submit(page);
    await page.getByText("Your idea is submitted.").waitFor();
    await card(page, "A tree").getByRole("button", { name: "Vote" }).click();
    await card(page, "A tree").getByText("Saved").waitFor();
    await page.getByText("You take part as Ada.").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("can give the last rank as well, once the own option is there", async () => {
    const poll = await newPoll("Voting", { vote_type: "Votes::RankedVote" });
    await buildOption(pages.gateway.db, poll, { content: "A tree" });
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await begin(page);
    await page.getByLabel("Your text").fill("A bench");
    await submit(page);
    await card(page, "A bench").getByRole("combobox", { name: "Rank" }).selectOption("2");
    await card(page, "A bench").getByText("Saved").waitFor();
  });

  // Settings: thank_you_page_submitter, thank_you_page_submitter_data
  test.each([
    [true, "Cheers for your idea"],
    [false, "Thank you! Your idea is submitted."],
  ])(
    "sees the maker's thanks for an entry, if thank_you_page_submitter is %s",
    async (own, thanks) => {
      const poll = await newPoll("Collection", {
        thank_you_page_submitter: own,
        thank_you_page_submitter_data: { title: "Cheers for your idea", text: "See you in May." },
      });
      const page = await pages.visit(`/p/${poll.memberHash}`, phone);
      await begin(page);
      await page.getByLabel("Your text").fill("A bench");
      await submit(page);
      await page.getByText(thanks).waitFor();
      expect(await page.getByText("See you in May.").count()).toBe(own ? 1 : 0);
    },
  );

  test.each(["drops", "pastes", "chooses"])("%s a picture, and sees it processed", async (way) => {
    const poll = await newPoll("PhotoGallery");
    const page = await pages.visit(`/p/${poll.memberHash}`, { bypassCSP: true });
    await begin(page);
    await submit(page);
    await page.getByText("A file is missing.").waitFor();
    if (way === "chooses") {
      await page
        .getByLabel("Choose a file")
        .setInputFiles({ name: "sea.png", mimeType: "image/png", buffer: pixel });
    } else {
      await page.evaluate(bringing(way));
    }
    await page.locator(".chosen").getByRole("img", { name: "sea.png" }).waitFor();
    await page.getByLabel("Title").fill("The sea");
    await submit(page);
    await page.getByText("The file is being processed.").waitFor();
    await card(page, "The sea").waitFor();
    await pages.gateway.db.prisma.attachment.updateMany({ data: { processedAt: new Date() } });
    await page.getByText("The file is being processed.").waitFor({ state: "detached" });
    expect(await optionsIn(poll.adminHash)).toMatchObject([
      { type: "Options::PhotoOption", content: "The sea" },
    ]);
  });

  test.each([
    ["sunset_at-the lake.png", "Sunset at the lake"],
    ["photo-2725x2225.png", ""],
  ])("gets a title from the words in the name of a file: %s", async (name, title) => {
    const poll = await newPoll("PhotoGallery");
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    await begin(page);
    await page
      .getByLabel("Choose a file")
      .setInputFiles({ name, mimeType: "image/png", buffer: pixel });
    await page.locator(".chosen img").waitFor();
    const field = page.getByLabel("Title");
    expect(await field.inputValue()).toBe(title);
    expect(await field.getAttribute("placeholder")).toMatch(/^Such as/);
    await submit(page);
    await card(page, title || "Photo 1").waitFor();
    expect(await page.getByRole("heading", { name: ".png" }).count()).toBe(0);
  });

  test("reads in German what is wrong with a file", async () => {
    const poll = await newPoll("PhotoGallery", {
      image_min_width: 50,
      image_orientation: "square",
    });
    const page = await pages.visit(`/p/${poll.memberHash}`, { locale: "de-DE" });
    await page.getByRole("button", { name: /^Beitrag einreichen/ }).click();
    await page
      .getByLabel("Datei auswählen")
      .setInputFiles({ name: "sea.png", mimeType: "image/png", buffer: pixel });
    await page.getByRole("button", { name: "Einreichen", exact: true }).click();
    await page.getByText(/^sea\.png: Das Bild muss mindestens 50 Pixel breit sein\./).waitFor();
  });

  test.each([
    [
      "en-US",
      { begin: /^Submit an entry/, choose: "Choose a file", send: "Submit" },
      "Photoshop PSD is not accepted. Please save it as PNG or JPEG.",
    ],
    [
      "de-DE",
      { begin: /^Beitrag einreichen/, choose: "Datei auswählen", send: "Einreichen" },
      "Das Format „Photoshop PSD“ wird nicht angenommen. Bitte speichern Sie die Datei als PNG oder JPEG.",
    ],
  ])("reads the name of a refused format: %s", async (locale, labels, sentence) => {
    const poll = await newPoll("PhotoGallery");
    const page = await pages.visit(`/p/${poll.memberHash}`, { locale });
    await page.getByRole("button", { name: labels.begin }).click();
    const buffer = Buffer.from("8BPS\0\x01");
    await page
      .getByLabel(labels.choose)
      .setInputFiles({ name: "sea.png", mimeType: "image/png", buffer });
    await page.getByRole("button", { name: labels.send, exact: true }).click();
    const refusal = page.getByRole("status").filter({ hasText: sentence });
    await refusal.waitFor();
    expect(await refusal.textContent()).toBe(`sea.png: ${sentence}`);
  });

  test("sees a picture of the device while it is uploaded", async () => {
    const poll = await newPoll("PhotoGallery");
    const page = await pages.visit(`/p/${poll.memberHash}`, phone);
    const uploads: Route[] = [];
    await page.route("**/options", (route) => void uploads.push(route));
    await begin(page);
    await page
      .getByLabel("Choose a file")
      .setInputFiles({ name: "sea.png", mimeType: "image/png", buffer: pixel });
    await page.getByLabel("Title").fill("The sea");
    await submit(page);
    await page.getByRole("progressbar", { name: "Uploading" }).waitFor();
    const width = () =>
      page
        .locator(".chosen img")
        .evaluate(
          (picture) => (picture as unknown as Readonly<{ naturalWidth: number }>).naturalWidth,
        );
    await waitFor(async () => (await width()) === 1, { what: "the picture of the device" });
    for (const upload of uploads) await upload.continue();
    await card(page, "The sea").waitFor();
  });

  describe("own options", () => {
    async function submitted(content: string, settings: object = {}) {
      const poll = await newPoll("Collection", { allow_subtitle: true, ...settings });
      const page = await pages.visit(`/p/${poll.memberHash}`, phone);
      await begin(page);
      await page.getByLabel("Your text").fill(content);
      await page.getByLabel("Subtitle").fill("A first thought");
      await submit(page);
      await page.getByText("Your idea is submitted.").waitFor();
      return { poll, page };
    }

    test("are changed and deleted on their own page too, only by their author", async () => {
      const { poll, page } = await submitted("A bench");
      const [{ public_url }] = await optionsIn(poll.adminHash);
      const path = new URL(public_url).pathname;
      const other = await pages.visit(path);
      await other.getByRole("heading", { name: "A bench", level: 1 }).waitFor();
      expect(await other.getByRole("button", { name: "Change: A bench" }).count()).toBe(0);
      await page.goto(public_url);
      await page.getByRole("button", { name: "Change: A bench" }).click();
      await page.getByLabel("Your text").fill("Two benches");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Two benches", level: 1 }).waitFor();
      await page.getByRole("button", { name: "Delete: Two benches" }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.waitForURL(`${pages.gateway.url}/p/${poll.memberHash}`);
      expect(await optionsIn(poll.adminHash)).toEqual([]);
    });

    test("are changed, also after a reload of the page", async () => {
      const { poll, page } = await submitted("A bench");
      await page.getByRole("button", { name: "Change: A bench" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Change: A bench" }).click();
      expect(await page.getByLabel("Your text").inputValue()).toBe("A bench");
      await page.getByLabel("Your text").fill("Two benches");
      await page.getByLabel("Subtitle").fill("");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Two benches" }).waitFor();
      const [option] = await optionsIn(poll.adminHash);
      expect(option.content).toBe("Two benches");
      expect(option).not.toHaveProperty("subtitle");
    });

    test("wait for approval until they are approved, also after a reload of the page", async () => {
      const { poll, page } = await submitted("A bench", { require_approval: true });
      const waits = card(page, "A bench").getByText("Waits for approval");
      await waits.waitFor();
      await buildOption(pages.gateway.db, poll, { content: "A tree" });
      await page.reload();
      await card(page, "A tree").waitFor();
      await waits.waitFor();
      expect(await card(page, "A tree").getByText("Waits for approval").count()).toBe(0);
      const bench = (await optionsIn(poll.adminHash)).find(
        ({ content }: { readonly content: string }) => content === "A bench",
      );
      await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}/options/${bench.id}`, {
        option: { approval_state: "approved" },
      });
      await page.reload();
      await card(page, "A bench").waitFor();
      expect(await waits.count()).toBe(0);
    });

    test("are deleted after a confirmation", async () => {
      const { poll, page } = await submitted("A bench");
      await page.getByRole("button", { name: "Delete: A bench" }).click();
      await page.getByRole("button", { name: "Keep it" }).click();
      await page.getByRole("button", { name: "Delete: A bench" }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText("Deleted.", { exact: true }).waitFor();
      expect(await card(page, "A bench").count()).toBe(0);
      expect(await optionsIn(poll.adminHash)).toEqual([]);
    });

    test("with votes cannot be deleted, and the page says why", async () => {
      const { poll, page } = await submitted("A bench");
      const voter = await pages.visit(`/p/${poll.memberHash}`);
      expect(await voter.getByRole("button", { name: "Change: A bench" }).count()).toBe(0);
      await card(voter, "A bench").getByRole("button", { name: "Vote" }).click();
      await card(voter, "A bench").getByText("Saved").waitFor();
      await page.getByRole("button", { name: "Delete: A bench" }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText("there are votes on it").waitFor();
      expect(await optionsIn(poll.adminHash)).toHaveLength(1);
    });

    test("have no buttons after the submission period", async () => {
      const { poll, page } = await submitted("A bench");
      await pages.asOwner(`PATCH /api/v1/polls/${poll.adminHash}`, {
        poll: { deadline_submission: new Date(0).toISOString() },
      });
      await page.reload();
      await card(page, "A bench").waitFor();
      expect(await page.getByRole("button", { name: "Change: A bench" }).count()).toBe(0);
    });
  });

  test("finds no accessibility violation in any state", async () => {
    const look = { ...narrowPhone, locale: "de-DE" };
    const more = { allow_subtitle: true, allow_info_link: true, require_approval: true };
    const submitting = [
      await newPoll("Collection", more),
      await newPoll("Collection", { option_type: "Options::DrawingOption" }),
      await newPoll("Collection", { option_type: "Options::LocationOption" }),
      await newPoll("PhotoGallery"),
    ];
    for (const { memberHash } of submitting) {
      const page = await pages.visit(`/p/${memberHash}`, look);
      await page.getByRole("button", { name: /^(Beitrag|Idee) einreichen/ }).click();
      await page.getByRole("heading", { name: /^Ihre? (Beitrag|Idee)$/ }).waitFor();
      expect(await barriersOf(page)).toEqual([]);
      await page.context().close();
    }
  });
});
