import { type KeptForDays, keptDays } from "@polls/domain/retention";
import { en } from "../../src/pages/languages/en";
import { list } from "./markdown";

const { kept } = en.operate;

/** What the service deletes by itself, as on the page of operators. */
export const keptTable = (): string =>
  list(
    [
      [
        kept.closedPolls,
        "`KEEP_CLOSED_POLLS_DAYS`, or `delete_after_days` of the poll; without both, until they are deleted",
      ],
      ...Object.entries(keptDays).map(([name, days]) => [
        kept.names[name as KeptForDays],
        kept.days(days),
      ]),
      [kept.others, kept.yours],
    ].map(([what, time]) => `${what}: ${time}`),
  );
