// Covers docs/reference/mails.md: links
// Covers docs/reference/opt-in.md: one-address-per-poll, the-link, this-was-not-me, what-is-shown
// Covers docs/reliability.md: opt-in-links

import { buildOption, tallyDrift } from "@polls/testing";
import { DAY_MS, elsewhere, shareOptIns } from "../../../testing/opt-in-callers";
import { findPerson } from "../people/find-person";

const {
  clock,
  gateway,
  asUser,
  asOwner,
  buildOptInPoll,
  path,
  join,
  hold,
  askAgain,
  links,
  newestLink,
  press,
  look,
  votesOf,
  isConfirmed,
} = shareOptIns();
const { db } = gateway;

describe("what a link confirms", () => {
  let names = 0;
  const address = () => {
    names += 1;
    return `owner${names}@example.org`;
  };
  /** The forms of a page, by the address to which their buttons post. */
  const buttons = (text: string) =>
    [...text.matchAll(/<form method="post" action="([^"]+)">/g)].map(([, action = ""]) =>
      action.replaceAll("&amp;", "&"),
    );

  test("the page shows the poll, name, time, options and values of each request to the address", async () => {
    const poll = await buildOptInPoll({ timezone: "UTC" });
    const option = await buildOption(db, poll, { content: "Pizza www.evil.example" });
    const email = address();
    const name = "Eve https://evil.example";
    const voter = await join(poll, `shown ${email}`, email, { name });
    await hold(poll, `shown ${email}`, voter, option.publicId, -1);
    const { text } = await look(await newestLink(voter));
    expect(text).toContain(poll.title);
    expect(text).toContain("Eve https: // evil. example");
    expect(text).toContain("15 June 2030 at 12:00 (UTC)");
    expect(text).toContain("Pizza www. evil. example: <strong>no</strong>");
    expect(text).toContain("the internet connection you are using now");
    const away = await look(await newestLink(voter), elsewhere);
    expect(away.text).not.toContain("the internet connection you are using now");
  });

  test("the page has the texts of the poll in the language of the visitor", async () => {
    const translations = { de: { title: "Mittagessen", publisher_info: "Haus 3" } };
    const poll = await buildOptInPoll({ language: "en", translations, publisher_info: "House 3" });
    const email = address();
    const voter = await join(poll, `read ${email}`, email);
    const { text } = await look(await newestLink(voter), { "Accept-Language": "de" });
    expect(text).toContain("Mittagessen");
    expect(text).toContain("Haus 3");
    expect(text).not.toContain(poll.title);
  });

  test("if another person caused the only mail, the owner of the address finds the own request by its link", async () => {
    const poll = await buildOptInPoll();
    const option = await buildOption(db, poll, { content: "Pizza" });
    const email = address();
    const attackers = [];
    for (let each = 0; each < 3; each += 1) {
      attackers.push(await join(poll, `eve${each} ${email}`, email, { name: "Eve" }));
    }
    await hold(poll, `eve0 ${email}`, attackers[0] ?? "", option.publicId, 1);
    const own = await join(poll, `own ${email}`, email, { name: "Owner" });
    await hold(poll, `own ${email}`, own, option.publicId, -1);
    expect(await db.prisma.mail.count({ where: { address: email, state: "queued" } })).toBe(3);

    const link = await newestLink(attackers[0] ?? "");
    const { text } = await look(link);
    expect(text.match(/<section/g)).toHaveLength(4);
    const mine = buttons(text).find((action) => action.includes(`participant=${own}&`)) ?? "";
    expect((await press(mine)).status).toBe(200);
    expect(await Promise.all([own, ...attackers].map(isConfirmed))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect((await votesOf(poll)).map(({ value }) => Number(value))).toEqual([-1]);
    expect((await press(link)).status).toBe(409);
  });

  test("a request that was changed since the page showed it is not confirmed, and is shown again", async () => {
    const poll = await buildOptInPoll();
    const option = await buildOption(db, poll, { content: "Pizza" });
    const email = address();
    const voter = await join(poll, `changes ${email}`, email);
    await hold(poll, `changes ${email}`, voter, option.publicId, 1);
    const [action = ""] = buttons((await look(await newestLink(voter))).text);
    await hold(poll, `changes ${email}`, voter, option.publicId, -1);
    const changed = await press(action);
    expect(changed.status).toBe(409);
    expect(changed.text).toContain("The request has changed since you opened this page");
    expect(await isConfirmed(voter)).toBe(false);
    const [again = ""] = buttons(changed.text);
    expect((await press(again)).status).toBe(200);
    expect(await isConfirmed(voter)).toBe(true);
  });

  test("the link cannot confirm a participant with another address, or of another poll", async () => {
    const [poll, second] = [await buildOptInPoll(), await buildOptInPoll()];
    const email = address();
    const link = await newestLink(await join(poll, `link ${email}`, email));
    for (const [foreign, of] of [
      [await join(poll, `foreign ${email}`, address()), poll],
      [await join(second, `second ${email}`, email), second],
    ] as const) {
      for (const path of [`${link}?participant=${foreign}`, `${link}/deny?participant=${foreign}`])
        await press(path);
      expect(await isConfirmed(foreign)).toBe(false);
      const where = { publicId: foreign, pollId: of.id };
      expect((await db.prisma.participant.findFirstOrThrow({ where })).optinEmail).not.toBeNull();
    }
  });
});

describe("the button to deny a request", () => {
  const buttonOf = (text: string) =>
    /action="([^"]+\/deny[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";

  test("confirms nothing, removes the address, and stops the mails of the participant to it", async () => {
    const poll = await buildOptInPoll();
    const email = "notme@example.org";
    const voter = await join(poll, "notme", email);
    const link = await newestLink(voter);
    const { text } = await look(link);
    for (const method of ["GET", "HEAD"]) await gateway.request(`${method} ${buttonOf(text)}`);
    expect((await look(link)).text).toContain("This was not me");
    const denied = await press(buttonOf(text));
    expect([denied.status, denied.text.includes("Nothing is confirmed")]).toEqual([200, true]);
    for (const page of [await look(link), await press(link)]) expect(page.status).toBe(410);
    expect(await isConfirmed(voter)).toBe(false);
    const read = await gateway.request(`GET ${path(poll, `voters/${voter}`)}`, asUser("notme"));
    expect(read.body).toMatchObject({ opt_in_confirmed: false });
    expect(read.body.optin_email).toBeUndefined();
    expect((await findPerson(db, email)).participantIds).toEqual([]);

    expect((await askAgain(poll, "notme", voter, { optin_email: email })).status).toBe(200);
    const shown = await gateway.request(`GET ${path(poll, `voters/${voter}`)}`, asOwner());
    expect(shown.body.mail_state).toBe("withheld");
    const tagged = { optin_email: "NotMe+tag@example.org" };
    expect((await askAgain(poll, "notme", voter, tagged)).status).toBe(200);
    const again = await gateway.request(`GET ${path(poll, `voters/${voter}`)}`, asOwner());
    expect(again.body.mail_state).toBe("withheld");
    expect((await look(link)).status).toBe(410);
    const mended = { optin_email: "notme.mended@example.org" };
    expect((await askAgain(poll, "notme", voter, mended)).status).toBe(200);
    expect((await press(await newestLink(voter))).status).toBe(200);
  });

  test("keeps the owner's own request, which the link of the other person can still confirm", async () => {
    const poll = await buildOptInPoll();
    const email = "both@example.org";
    const eve = await join(poll, "both eve", email);
    const link = await newestLink(eve);
    await press(buttonOf((await look(link)).text));
    const own = await join(poll, "both own", email);
    const { status, text } = await look(link);
    expect([status, text.match(/<section/g)?.length]).toEqual([200, 1]);
    expect(text).toContain(`participant=${own}&`);
  });

  test("changes nothing after a confirmation", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "late-denial");
    const link = await newestLink(voter);
    const button = buttonOf((await look(link)).text);
    await press(link);
    expect((await press(button)).text).toContain("already confirmed");
    expect(await isConfirmed(voter)).toBe(true);
  });
});

describe("an address takes part once in a poll", () => {
  test("the first confirmation counts, in any letter case; later ones get 201 and confirm nothing", async () => {
    const poll = await buildOptInPoll();
    const one = await join(poll, "one", "Shared@Example.org");
    const other = await join(poll, "other", "shared@example.ORG");
    expect((await press(await newestLink(other))).status).toBe(200);
    const late = await press(await newestLink(one));
    expect(late.status).toBe(409);
    expect(late.text).toContain("already takes part");
    expect(await isConfirmed(one)).toBe(false);
    const third = await join(poll, "third", "SHARED@example.org");
    expect((await press(await newestLink(third))).status).toBe(409);
    const elsewhere = await buildOptInPoll();
    const there = await join(elsewhere, "one", "shared@example.org");
    expect((await press(await newestLink(there))).status).toBe(200);
  });

  test("of six concurrent confirmations of one address exactly one succeeds", async () => {
    const poll = await buildOptInPoll();
    const voters = [];
    for (let i = 0; i < 3; i++) voters.push(await join(poll, `race${i}`, "race@example.org"));
    const all = (await Promise.all(voters.map(newestLink))).flatMap((link) => [link, link]);
    await Promise.all(all.map((link) => press(link)));
    const confirmed = await Promise.all(voters.map(isConfirmed));
    expect(confirmed.filter(Boolean)).toHaveLength(1);
    expect(await tallyDrift(db, poll.id)).toBe(0);
  });

  test("the address is free again after its participant was deleted", async () => {
    const poll = await buildOptInPoll();
    const first = await join(poll, "leaver", "again@example.org");
    await press(await newestLink(first));
    await gateway.request(`DELETE ${path(poll, `voters/${first}`)}`, asUser("leaver"));
    const second = await join(poll, "comer", "again@example.org");
    expect((await press(await newestLink(second))).status).toBe(200);
  });
});

describe("links", () => {
  test("expire after seven days, and the page shows the next step", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "slow");
    const link = await newestLink(voter);
    clock.advance(7 * DAY_MS - 1);
    expect((await look(link)).status).toBe(200);
    clock.advance(1);
    const page = await press(link);
    expect(page.status).toBe(410);
    expect(page.text).toContain("ask for a new e-mail");
    expect(await isConfirmed(voter)).toBe(false);
  });

  test("show that everything is done when their button is pressed again, by whichever mail", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "twice");
    expect((await askAgain(poll, "twice", voter)).status).toBe(200);
    const [first = "", second = ""] = await links(voter);
    expect((await press(first)).text).toContain("Thank you");
    for (const link of [first, second]) {
      const page = await press(link);
      expect([page.status, page.text.includes("already confirmed")]).toEqual([200, true]);
    }
  });

  test("get the same 404 with any character changed, and for a deleted participant or poll", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "unknown");
    const link = await newestLink(voter);
    const other = await join(poll, "deleted");
    const dead = await newestLink(other);
    await gateway.request(`DELETE ${path(poll, `voters/${other}`)}`, asUser("deleted"));
    const wrong = `${link.slice(0, -1)}${link.endsWith("A") ? "E" : "A"}`;
    const pages = [
      await look(wrong),
      await press(wrong),
      await look(dead),
      await look("/opt-in/x"),
    ];
    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
    await gateway.request(`DELETE /api/v1/polls/${poll.adminHash}`, asOwner());
    expect((await press(link)).text).toBe(pages[0]?.text);
  });

  test("are not stored in any table", async () => {
    const poll = await buildOptInPoll();
    const token = (await newestLink(await join(poll, "stored"))).slice("/opt-in/".length);
    const tables = await db.prisma.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(["opt_ins", "mails"]));
    for (const { name } of tables) {
      const [row] = await db.prisma.$queryRawUnsafe<{ found: boolean }[]>(
        `SELECT EXISTS (SELECT FROM "${name}" t WHERE t::text LIKE '%' || $1 || '%') AS found`,
        token,
      );
      expect([name, row?.found]).toEqual([name, false]);
    }
  });
});
