// Covers docs/reference/mails.md: opting-out

import { readFileSync } from "node:fs";
import path from "node:path";
import { isEndedMailKind, type MailKind, mailKinds } from "@polls/domain/mails";
import { buildPoll } from "@polls/testing";
import { mailFacts } from "../../testing/mail-facts";
import { shareMails, withheld } from "../../testing/share-mails";

const address = "ada@example.net";

const { fixture, sent, optOut } = shareMails();
const factsOf = mailFacts(fixture, address);

/** Mails that their recipients request, or that tell them of their own account and polls. */
const sentAnyway: readonly MailKind[] = [
  "opt_in",
  "personal_link",
  "deletion",
  "sign_in",
  "sign_up",
  "membership",
  "passkey_added",
  "account_refused",
];

const text = readFileSync(path.join(__dirname, "../../../../docs/reference/mails.md"), "utf8");
const [named = ""] = /^.* are not sent to an address that has \[opted out\]/m.exec(text) ?? [];

test.each(
  Object.keys(mailKinds).filter(
    (kind): kind is MailKind => !isEndedMailKind(kind) && !sentAnyway.includes(kind as MailKind),
  ),
)("%s is withheld from an address that has opted out, as the reference says", async (kind) => {
  const facts = await factsOf[kind]("text");
  await optOut(await buildPoll(fixture.db), address, "all");
  expect(await sent({ kind, address, ...facts })).toMatchObject(withheld);
  expect(named).toContain(`\`${kind}\``);
});
