import type { Db } from "@polls/db/connection";
import { inTransaction, type PrismaTransaction, readMoment } from "@polls/db/sql";
import type { Operator } from "../../features/operators/audit-log";
import {
  findPollToOperate,
  type PollToOperate,
  restorePoll,
  searchPolls,
  takeDownPoll,
} from "../../features/operators/operate-polls";
import { CommandFailure, command, UsageError } from "../command/command";
import { type OperatorValues, operatorOptions, readOperator } from "../command/operator-options";
import { withShards } from "../command/with-shards";
import { limitOption, readLimit } from "./read-rows";

const poll = {
  value: "HASH",
  description: "hash of the poll, or the address of its page",
  required: true,
} as const;

/** The hash in the address of a page, such as `https://polls.example/p/abc/admin`. */
const hashOf = (text: string): string => /\/p\/([^/?#]+)/.exec(text)?.[1] ?? text.trim();

const act = (
  home: Db,
  values: OperatorValues & { readonly poll: string },
  work: (tx: PrismaTransaction, poll: PollToOperate, operator: Operator) => Promise<object>,
) =>
  withShards(home, async (shards) => {
    const hash = hashOf(values.poll);
    const db = await shards.ofPoll(hash);
    const poll = await findPollToOperate(db, hash);
    if (poll === undefined) throw new UsageError("There is no poll with this hash");
    return inTransaction(db, async (tx) => ({
      poll: poll.memberHash,
      ...(await work(tx, poll, await readOperator(tx, values))),
    }));
  });

export const operatePollsCommands = [
  command({
    name: "ops poll search",
    summary: "Finds polls by title, hash or address of the owner, the newest first.",
    options: {
      text: { value: "TEXT", description: "part of the title, a hash, or an owner's address" },
      "taken-down": { description: "only polls that were taken down" },
      limit: limitOption("polls"),
    },
    argument: "text",
    run: (db, { text, "taken-down": takenDown, limit }) =>
      withShards(db, async (shards) =>
        (
          await searchPolls(shards, {
            text: hashOf(text ?? ""),
            takenDown,
            limit: readLimit(limit),
          })
        ).map((found) => ({
          poll: found.memberHash,
          type: found.type,
          title: found.title,
          owner: found.owner,
          created_at: found.createdAt,
          taken_down_at: found.takenDownAt,
          taken_down_reason: found.takenDownReason,
        })),
      ),
  }),
  command({
    name: "ops poll take-down",
    summary: "Hides a poll from every reader, with the reason in its place.",
    options: {
      poll,
      ...operatorOptions,
      reason: {
        value: "TEXT",
        description: "why, for readers and the audit log",
        required: true,
      },
    },
    run: (db, values) =>
      act(db, values, async (tx, poll, operator) => {
        const { reason = "" } = operator;
        await takeDownPoll(tx, poll, { ...operator, reason }, await readMoment(tx));
        return { taken_down: true, reason };
      }),
  }),
  command({
    name: "ops poll restore",
    summary: "Shows a poll again that was taken down.",
    options: { poll, ...operatorOptions },
    run: (db, values) =>
      act(db, values, async (tx, poll, operator) => {
        if (!(await restorePoll(tx, poll, operator))) {
          throw new CommandFailure("The poll was not taken down");
        }
        return { restored: true };
      }),
  }),
];
