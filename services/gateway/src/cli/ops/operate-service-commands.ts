import type { Db } from "@polls/db/connection";
import { inTransaction, readMoment } from "@polls/db/sql";
import { announce, SENTENCE_MAX, setMaintenance } from "../../features/operators/operate-service";
import { command, UsageError } from "../command/command";
import { type OperatorValues, operatorOptions, readOperator } from "../command/operator-options";
import { readSentence } from "../command/read-values";

const switchMaintenance = (
  db: Db,
  mode: Parameters<typeof setMaintenance>[1],
  values: OperatorValues,
) =>
  inTransaction(db, async (tx) => {
    await setMaintenance(tx, mode, await readOperator(tx, values), await readMoment(tx));
    return { maintenance: mode.on };
  });

export const operateServiceCommands = [
  command({
    name: "ops maintenance on",
    summary:
      "Begins maintenance: reads are answered, changes get 503 with a sentence, within a second.",
    options: {
      sentence: { value: "TEXT", description: "what people read in place of the usual sentence" },
      ...operatorOptions,
    },
    argument: "sentence",
    run: (db, { sentence, ...values }) =>
      switchMaintenance(
        db,
        { on: true, sentence: readSentence(sentence, SENTENCE_MAX, "--sentence") },
        values,
      ),
  }),
  command({
    name: "ops maintenance off",
    summary: "Ends maintenance.",
    options: operatorOptions,
    run: (db, values) => switchMaintenance(db, { on: false, sentence: undefined }, values),
  }),
  command({
    name: "ops announce",
    summary: "Shows a sentence on every page, within a second, or takes it away.",
    options: {
      sentence: { value: "TEXT", description: "the sentence, in quotation marks" },
      off: { description: "takes the sentence away" },
      ...operatorOptions,
    },
    argument: "sentence",
    run(db, { sentence: text, off, ...values }) {
      const sentence = readSentence(text, SENTENCE_MAX, "The sentence");
      if ((sentence === undefined) !== (off === true)) {
        throw new UsageError('"ops announce" needs a sentence, or --off');
      }
      return inTransaction(db, async (tx) => {
        await announce(tx, sentence, await readOperator(tx, values));
        return { announcement: sentence ?? null };
      });
    },
  }),
];
