import type { Db } from "@polls/db/connection";
import { readMoment } from "@polls/db/sql";
import { accountSubject } from "../features/operators/audit-log";
import { erasePerson } from "../features/people/erase-person";
import { exportPerson } from "../features/people/export-person";
import { command, UsageError } from "./command/command";
import { noteDone, operatorOptions } from "./command/operator-options";
import { readEmail } from "./command/read-values";
import { withShards } from "./command/with-shards";

const email = {
  value: "ADDRESS",
  description: "the person's e-mail address",
  required: true,
} as const;

/** Numbers that JSON cannot represent become strings. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one)));

/** The account of the person, by its id: the audit log keeps no address. Empty without an account. */
async function subjectOf(db: Db, email: string): Promise<{ readonly subject?: string }> {
  const account = await db.prisma.account.findUnique({
    where: { email },
    select: { publicId: true },
  });
  return account === null ? {} : { subject: accountSubject(account) };
}

export const personCommands = [
  command({
    name: "person export",
    summary: "Prints all data of the person with an e-mail address.",
    options: { email, ...operatorOptions },
    run: async (db, values) => {
      const email = readEmail(values.email, "email");
      const data = await withShards(db, (shards) => exportPerson(shards.all(), email));
      if (data === undefined) throw new UsageError("--email is an address without data");
      await noteDone(db, values, { action: "account.export", ...(await subjectOf(db, email)) });
      return plain(data);
    },
  }),
  command({
    name: "person erase",
    summary: "Erases the person with an e-mail address; payments are kept without personal data.",
    options: { email, ...operatorOptions },
    run: async (db, values) => {
      const email = readEmail(values.email, "email");
      const subject = await subjectOf(db, email);
      const erased = await withShards(db, async (shards) =>
        erasePerson(shards.all(), email, await readMoment(db)),
      );
      await noteDone(db, values, { action: "account.erase", ...subject });
      return erased;
    },
  }),
];
