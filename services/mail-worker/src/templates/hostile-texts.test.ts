// Covers docs/reference/mails.md: texts-of-users
// Covers docs/reliability.md: mail-injection

import { type MailKind, mailKinds } from "@polls/domain/mails";
import { languages } from "@polls/markup";
import { mailFacts } from "../../testing/mail-facts";
import { shareMails } from "../../testing/share-mails";

const address = "victim@example.net";

const { smtp, fixture, sent } = shareMails();
const factsOf = mailFacts(fixture, address);

/**
 * Headers, markup, and every form of address that mail programs turn into a link, plain and
 * obfuscated.
 */
const hostileTexts = {
  markup: [
    "Win\r\nBcc: evil@evil.example\r\n\r\n<h1>now</h1>",
    `"><a href="https://evil.example/a">here</a><img src=x onerror=alert(1)> %s {{title}} &#46;`,
  ],
  addresses: [
    "https://evil.example/b http://192.0.2.1/c HTTPS://EVIL.EXAMPLE www.evil.example evil.example/d 192.0.2.1",
    "mailto:evil@evil.example tel:+49900 javascript:alert(1) \\\\evil\\share //evil.example",
  ],
  "hidden addresses": [
    "ev\u200bil.ex\u00adample ev\u2060il\u2060.\u2060example evil。example ｅｖｉｌ．ｅｘａｍｐｌｅ evil\u202e.example",
    "https\u200b://evil.example \u202egnol\u202c \u2066x\u2069 👨‍👩‍👧 ＠ evil＠evil.example",
  ],
  "a long text": ["https://evil.example ", "a".repeat(5_000)],
} as const;

type HostileText = keyof typeof hostileTexts;

/** Their mails have the message of an organizer, which may be longer. */
const hasMessage: readonly MailKind[] = ["invitation", "reminder"];

/** Links of the service itself. */
const ours = /https:\/\/polls\.example(?:\/[\w-]+)*\/?(?:\?invitation=[\w-]+|#continue=[\w-]+)?/g;
/** Shortens a text and removes parts that differ between runs. */
const brief = (text: string) =>
  text
    .replace(ours, (link) => `<${link.split("/")[3]}>`)
    .replace(/a{20,}/g, (letters) => `<${letters.length} letters>`);

/** Matches everything that any mail program turns into a link, and more. */
const linked = [
  /[a-z][a-z\d+.-]*:\/\/\S/iu,
  /\b(?:mailto|tel|sms|javascript|data):\S/iu,
  /\bwww[.。．｡]\S/iu,
  /\S[@＠]\S/u,
  /[\p{L}\p{N}-][.。．｡]\p{L}[\p{L}\p{M}]/u,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  /\\\\\w|\/\/\w/,
];

const visible = (html: string) =>
  html
    .replace(/^[\s\S]*?<body/, "<body")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(lt|gt|quot|amp|#39);/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const cases = (Object.keys(hostileTexts) as HostileText[]).flatMap((name) =>
  languages.map((language) => [name, language] as const),
);

describe.each(Object.keys(mailKinds) as MailKind[])("a mail of kind %s", (kind) => {
  test.each(cases)("with %s has no link and no header of a user (%s)", async (name, language) => {
    const facts = await factsOf[kind](hostileTexts[name].join(" "));
    const before = smtp.taken.length;
    const { mail } = await sent({ kind, address, language, ...facts });
    const { subject = "", text = "", html = "" } = mail ?? {};
    const { to, source = "" } = smtp.taken[before] ?? {};
    expect([smtp.taken.length, to]).toEqual([before + 1, [address]]);
    const head = source.split("\r\n\r\n")[0] ?? "";
    expect(head.match(/^(?:to|cc|bcc|subject|from):/gim)?.sort()).toEqual([
      "From:",
      "Subject:",
      "To:",
    ]);

    const said = [subject, text, visible(html)].map((part) => part.replace(ours, ""));
    for (const part of said) {
      for (const link of linked) expect(part).not.toMatch(link);
      expect(part).not.toMatch(/[\p{Cs}\u202a-\u202e\u2066-\u2069\u200b\u00ad\u2060]/u);
      expect(part).not.toContain("a".repeat(hasMessage.includes(kind) ? 500 : 300));
    }
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toMatch(/<(?:img|script|h1>now|a href="(?!https:\/\/polls\.example\/))/i);
    expect([subject, text, visible(html)].map((part) => brief(part).split("\n"))).toMatchSnapshot();
  });
});
