import { readMoment } from "@polls/db";
import { erasePerson } from "../features/people/erase-person";
import { exportPerson } from "../features/people/export-person";
import { command, UsageError } from "./command";
import { readEmail } from "./read-values";

const email = {
  value: "ADDRESS",
  description: "the person's e-mail address",
  required: true,
} as const;

/** Numbers of the database that JSON cannot write are texts. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one)));

export const personCommands = [
  command({
    name: "person export",
    summary: "Prints all data of the person with an e-mail address.",
    options: { email },
    run: async (db, values) => {
      const data = await exportPerson(db, readEmail(values.email, "email"));
      if (data === undefined) throw new UsageError("--email is an address without data");
      return plain(data);
    },
  }),
  command({
    name: "person erase",
    summary: "Erases the person with an e-mail address; payments stay without the person.",
    options: { email },
    run: async (db, values) =>
      erasePerson(db, readEmail(values.email, "email"), await readMoment(db)),
  }),
];
