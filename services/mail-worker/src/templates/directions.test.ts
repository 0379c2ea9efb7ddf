// Covers docs/reference/mails.md: texts-of-users

import { mailFacts } from "../../testing/mail-facts";
import { shareMails } from "../../testing/share-mails";

const address = "dana@example.net";
const { fixture, sent } = shareMails();
const factsOf = mailFacts(fixture, address);

const name = "דנה (2)";
const isolated = `\u2068${name}\u2069`;

test.each([
  ["new_options", `- ${isolated} (by ${isolated})\n- ${isolated}\n`],
  ["decision", `Hello ${isolated},`],
  [
    "membership",
    `${isolated} invites you to make polls together in the organization “${isolated}”.`,
  ],
  ["opt_in", `- ${isolated}: yes\n`],
  ["deletion", `- ${isolated}: 15 June 2030`],
] as const)(
  "a name from right to left keeps its direction in a mail of kind %s",
  async (kind, text) => {
    const { mail } = await sent({ kind, address, ...(await factsOf[kind](name)) });
    expect(mail?.text).toContain(text);
  },
);
