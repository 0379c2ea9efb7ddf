import { readMoment } from "@polls/db/sql";
import { erasePerson } from "../features/people/erase-person";
import { exportPerson } from "../features/people/export-person";
import { command, UsageError } from "./command/command";
import { withShelves } from "./command/with-shelves";
import { readEmail } from "./read-values";

const email = {
  value: "ADDRESS",
  description: "the person's e-mail address",
  required: true,
} as const;

/** Numbers that JSON cannot represent become strings. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one)));

export const personCommands = [
  command({
    name: "person export",
    summary: "Prints all data of the person with an e-mail address.",
    options: { email },
    run: async (db, values) => {
      const email = readEmail(values.email, "email");
      const data = await withShelves(db, (shelves) => exportPerson(shelves.all(), email));
      if (data === undefined) throw new UsageError("--email is an address without data");
      return plain(data);
    },
  }),
  command({
    name: "person erase",
    summary: "Erases the person with an e-mail address; payments are kept without personal data.",
    options: { email },
    run: (db, values) =>
      withShelves(db, async (shelves) =>
        erasePerson(shelves.all(), readEmail(values.email, "email"), await readMoment(db)),
      ),
  }),
];
