import { readAudit, type ShownEntry } from "../../features/operators/audit-log";
import { command, Printed } from "../command/command";
import { limitOption, readLimit } from "./read-rows";
import { tableOf } from "./table";

const present = ({ subjectEmail, ...entry }: ShownEntry) => ({
  id: entry.id,
  at: entry.at,
  by: entry.by,
  via: entry.via,
  action: entry.action,
  subject: entry.subject,
  subject_email: subjectEmail,
  reason: entry.reason,
  details: entry.details,
});

const rowOf = ({ at, by, via, action, subject, subjectEmail, reason }: ShownEntry) => [
  at.toISOString(),
  by ?? via.replaceAll("_", " "),
  action,
  subjectEmail ?? subject ?? "",
  reason ?? "",
];

export const auditCommand = command({
  name: "ops audit",
  summary: "Lists the acts of operators, the newest first: when, who, what, on what, why.",
  options: {
    json: { description: "prints JSON in place of a table, with all details" },
    limit: limitOption("acts"),
  },
  async run(db, { json, limit }) {
    const entries = await readAudit(db, readLimit(limit));
    if (json) return entries.map(present);
    const header = ["when", "who", "what", "on what", "why"];
    return new Printed(tableOf([header, ...entries.map(rowOf)]));
  },
});
