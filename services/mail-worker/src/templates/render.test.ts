// Covers docs/reference/mails.md: texts-of-users
// Covers docs/reference/pages.md: the-operator-on-pages

import { contrastOf } from "@polls/config";
import { languages, userText } from "@polls/markup";
import { wordsIn } from "../languages";
import { en } from "../languages/en";
import { renderHtml, renderText } from "./render";
import type { MailContent } from "./template";

const content: MailContent = {
  language: "en",
  subject: "Subject",
  about: userText("Lunch <b>"),
  heading: "Heading",
  paragraphs: ["First.", "Second & last."],
  items: ["One", "Two"],
  button: { label: "Confirm", url: "https://polls.example/opt-in/abc", hint: "Or open:" },
  fine: ["Small."],
  imprint: ["The club", "Main street 1"].map((line) => userText(line)),
  unsubscribe: { label: "No more", url: "https://polls.example/unsubscribe/1/x" },
};

test("text has every part in order", () => {
  expect(renderText(content)).toBe(
    [
      "Lunch <b>",
      "Heading",
      "First.",
      "Second & last.",
      "- One\n- Two",
      "Confirm:\nhttps://polls.example/opt-in/abc",
      "Small.",
      "No more: https://polls.example/unsubscribe/1/x",
      "-- ",
      "The club",
      "Main street 1\n",
    ].join("\n\n"),
  );
});

describe("HTML", () => {
  const page = renderHtml(content);

  test("texts are escaped, and only links of the service are links", () => {
    expect(page).toContain("Lunch &lt;b&gt;");
    expect(page).toContain("Second &amp; last.");
    expect(new Set([...page.matchAll(/href="([^"]+)"/g)].map(([, link]) => link))).toEqual(
      new Set([content.button?.url, content.unsubscribe?.url]),
    );
  });

  test("a text of a person has its own direction", () => {
    const lines = [userText("מתי")];
    const mail = renderHtml({ ...content, quoted: { label: "Message", lines } });
    for (const text of ["Lunch &lt;b&gt;", "Heading", "מתי"]) {
      expect(mail).toMatch(new RegExp(`dir="auto"[^>]*>${text}<`));
    }
    expect(mail).not.toMatch(/dir="auto"[^>]*>Message</);
  });

  test("no resource is loaded, and layout tables have the role presentation", () => {
    expect(page).not.toMatch(/<img|<link|<script|@import|url\(|src=/i);
    expect(page.match(/<table /g)?.length).toBe(page.match(/<table role="presentation"/g)?.length);
    expect(page).toContain('<html lang="en">');
  });

  test.each([
    ["light", /[;"](color|background):(#[0-9a-f]{6})/g, 3],
    ["dark", /[ ](color|background): (#[0-9a-f]{6}) !important/g, 3],
  ])("text has enough contrast in %s mode", (_mode, styles, texts) => {
    const withoutButton = page.replace(/<table[^>]*style="margin:24px 0">.*<\/table>/, "");
    expect(page).toContain('<meta name="color-scheme" content="light dark">');
    const found = [...withoutButton.matchAll(styles)];
    const colorsOf = (wanted: string) => [
      ...new Set(found.flatMap(([, kind, color = ""]) => (kind === wanted ? [color] : []))),
    ];
    expect([colorsOf("color").length, colorsOf("background").length]).toEqual([texts, 2]);
    for (const text of colorsOf("color")) {
      for (const paper of colorsOf("background")) {
        expect([text, paper, contrastOf(text, paper) >= 4.5]).toEqual([text, paper, true]);
      }
    }
  });

  test("the line below the subject tells what is listed", () => {
    expect(page).toContain('overflow:hidden">First. · One · Two</div>');
  });
});

describe("languages", () => {
  const keysOf = (value: unknown, path = ""): string[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`))
      : [path];
  const said = (value: unknown): string =>
    typeof value === "function" ? String(value(2, "Lunch")) : String(value);
  const textsOf = (value: unknown): string[] =>
    typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [said(value)];

  test("have the same keys, and no text is missing, untranslated or incomplete", () => {
    const english = textsOf(en);
    for (const words of languages.filter((one) => one !== "en").map(wordsIn)) {
      expect(keysOf(words)).toEqual(keysOf(en));
      textsOf(words).forEach((text, index) => {
        expect(text).not.toBe(english[index]);
      });
    }
    for (const text of languages.map(wordsIn).flatMap(textsOf)) {
      expect(text.length).toBeGreaterThan(5);
      expect(text).not.toMatch(/undefined|TODO|\{|\}/);
    }
  });

  test("have singular and plural", () => {
    for (const language of languages) {
      const { newOptions } = wordsIn(language);
      for (const say of [newOptions.heading, newOptions.text]) expect(say(1)).not.toBe(say(2));
      expect(newOptions.subject(1, userText("x"))).not.toBe(newOptions.subject(2, userText("x")));
    }
  });
});

describe("the operator", () => {
  const operator = {
    name: "Club <Nord>",
    color: {
      light: { color: "#8a1c5b", textColor: "#fefefe" },
      dark: { color: "#fff", textColor: "#000" },
    },
    imprintUrl: "https://club.example/imprint",
    privacyUrl: "https://club.example/privacy",
  };

  test("appears in a mail with name, color and links", () => {
    const page = renderHtml({ ...content, language: "de" }, operator);
    expect(page).toContain("Club &lt;Nord&gt;</td>");
    expect(page).toContain("background:#8a1c5b");
    expect(page).toContain("color:#fefefe");
    expect(page).toContain(
      '<a href="https://club.example/imprint" style="color:#59626e">Impressum',
    );
    const text = renderText(content, operator);
    expect(text.startsWith("Club <Nord>\n\n")).toBe(true);
    expect(text).toContain("Privacy policy: https://club.example/privacy");
  });

  test("is hidden in mails of a poll with white_label, except for its links", () => {
    const hidden = { ...content, whiteLabel: true };
    const page = renderHtml(hidden, operator);
    expect(page).not.toMatch(/Club|#8a1c5b/);
    expect(page).toContain("https://club.example/imprint");
    expect(renderText(hidden, operator)).not.toContain("Club");
  });
});
