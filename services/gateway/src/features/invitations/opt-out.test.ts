// Covers docs/reference/mails.md: opting-out
// Covers docs/reliability.md: mail-abuse

import { addressKey, optedOutKeys, optOutPath } from "@polls/db/tokens";
import { sampleCases } from "@polls/testing";
import { checkPages, describeWithBrowser, looks } from "../../../testing/check-pages";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

const gateway = shareGateway();
const owner = shareAccount(gateway);

let names = 0;
const newAddress = () => {
  names += 1;
  return `a${names}@example.net`;
};
const newPoll = () => owner.buildPoll({ title: "Where do we <b>eat</b>?" });
type NewPoll = Awaited<ReturnType<typeof newPoll>>;
/** The opt-out link in the mail to an address. */
const linkOf = async ({ id }: NewPoll, address: string) => {
  const { addresses } = await gateway.deps.storedKeys();
  const optedOut = addressKey(addresses.signing, "opted out", address);
  return optOutPath(gateway.deps.config.keys.mailLinks.signing, {
    pollId: id,
    addressKey: optedOut,
  });
};
const invite = async ({ memberHash }: NewPoll, email: string): Promise<string> => {
  const { body } = await gateway.inPoll({ memberHash }, owner, "POST /invitations", {
    invitations: [{ email }],
  });
  return body[0].mail_state;
};
const buttonsOf = (page: string) =>
  [...page.matchAll(/<form method="post" action="[^"]*\/(\w+)">/g)].map(([, scope]) => scope);

test("opening the page changes nothing, and the post of a mail program opts out of all invitations (RFC 8058)", async () => {
  const address = newAddress();
  const link = await linkOf(await newPoll(), address);
  for (const method of ["GET", "HEAD"]) {
    expect((await gateway.request(`${method} ${link}`)).status).toBe(200);
  }
  expect(await invite(await newPoll(), address)).toBe("queued");
  const oneClick = await gateway.request(`POST ${link}`, {
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    text: "List-Unsubscribe=One-Click",
  });
  expect(oneClick.status).toBe(200);
  expect(await invite(await newPoll(), address)).toBe("withheld");
  expect(await invite(await newPoll(), address.toUpperCase())).toBe("withheld");
  expect(await invite(await newPoll(), newAddress())).toBe("queued");
});

test("an opt-out holds for all tags of the mailbox, and so does one that a tagged address made before", async () => {
  const address = newAddress();
  const tagged = (tag: string, of = address) => of.replace("@", `+${tag}@`).toUpperCase();
  await gateway.request(`POST ${await linkOf(await newPoll(), tagged("one"))}`);
  for (const other of [address, tagged("one"), tagged("two")])
    expect(await invite(await newPoll(), other)).toBe("withheld");

  const earlier = newAddress();
  const { addresses } = await gateway.deps.storedKeys();
  const [oldKey] = optedOutKeys([addresses.signing], earlier.replace("@", "+old@"));
  await gateway.db.prisma.invitationOptOut.create({ data: { addressKey: oldKey ?? Buffer.of() } });
  expect(await invite(await newPoll(), tagged("old", earlier))).toBe("withheld");
  expect(await invite(await newPoll(), earlier)).toBe("queued");
});

test("the page offers to opt out of this poll or of all polls, and to undo it", async () => {
  const address = newAddress();
  const [poll, other] = [await newPoll(), await newPoll()];
  const link = await linkOf(poll, address);
  const asked = await gateway.request(`GET ${link}`);
  expect(buttonsOf(asked.text)).toEqual(["all", "poll"]);
  expect(asked.text).toContain("Where do we &lt;b&gt;eat&lt;/b&gt;?");

  const ofPoll = await gateway.request(`POST ${link}/poll`);
  expect(buttonsOf(ofPoll.text)).toEqual(["all", "none"]);
  expect(await invite(poll, address)).toBe("withheld");
  expect(await invite(other, address)).toBe("queued");

  for (let times = 0; times < 2; times += 1) await gateway.request(`POST ${link}/all`);
  expect(buttonsOf((await gateway.request(`GET ${link}`)).text)).toEqual(["none"]);
  expect(await invite(await newPoll(), address)).toBe("withheld");

  await gateway.request(`POST ${link}/none`);
  expect(buttonsOf((await gateway.request(`GET ${link}`)).text)).toEqual(["all", "poll"]);
  expect(await invite(await newPoll(), address)).toBe("queued");
});

test("the link works after the poll was deleted", async () => {
  const address = newAddress();
  const poll = await newPoll();
  const link = await linkOf(poll, address);
  await gateway.db.prisma.poll.delete({ where: { id: poll.id } });
  const asked = await gateway.request(`GET ${link}`);
  expect([asked.status, buttonsOf(asked.text)]).toEqual([200, ["all"]]);
  await gateway.request(`POST ${link}`);
  expect(await invite(await newPoll(), address)).toBe("withheld");
});

test("a modified link, and a link for another purpose, changes nothing: 404", async () => {
  const address = newAddress();
  const poll = await newPoll();
  const link = await linkOf(poll, address);
  const [, , id, , token] = link.split("/");
  const foreign = (await linkOf(poll, newAddress())).split("/")[3];
  for (const wrong of [`/opt-out/${id}/${foreign}/${token}`, `${link}x`, `${link}/everything`]) {
    expect((await gateway.request(`POST ${wrong}`)).status).toBe(404);
  }
  expect(await invite(poll, address)).toBe("queued");
});

test("the list of opt-outs contains only keyed digests", async () => {
  const link = await linkOf(await newPoll(), "known@example.net");
  await gateway.request(`POST ${link}`);
  const { rows } = await gateway.db.pool.query(
    "SELECT encode(address_key, 'escape') AS key FROM invitation_opt_outs",
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/known|example/);
});

const pagesIn = async (language: string): Promise<string[]> => {
  const link = await linkOf(await newPoll(), newAddress());
  const headers = { "Accept-Language": language };
  const pages = [
    await gateway.request(`GET ${link}`, { headers }),
    await gateway.request(`POST ${link}/poll`, { headers }),
    await gateway.request(`POST ${link}/all`, { headers }),
    await gateway.request(`POST ${link}/none`, { headers }),
    await gateway.request(`GET ${link}x`, { headers }),
  ];
  return pages.map(({ text }) => text);
};

test("the pages are in the language of the visitor", async () => {
  const [english, german] = [await pagesIn("en"), await pagesIn("de")];
  expect(english[0]).toContain("<h1>Stop e-mails about polls?</h1>");
  expect(german[0]).toContain("<h1>E‑Mails über Umfragen abbestellen?</h1>");
  // Every mail with this link is named (docs/reference/mails.md#opting-out).
  for (const what of ["invitations", "reminders", "dates", "places", "results", "ideas"]) {
    for (const page of english.slice(0, 3)) expect(page).toContain(what);
  }
});

describeWithBrowser("with axe-core in a browser (skipped where there is no Chromium)", () => {
  test.each(sampleCases(looks, 2, 0))(
    "no page has an accessibility violation: %s",
    async (_look, flags) => {
      const reports = await checkPages([...(await pagesIn("en")), ...(await pagesIn("de"))], flags);
      expect(reports.map(({ violations }) => violations)).toEqual(Array(10).fill([]));
    },
  );
});
