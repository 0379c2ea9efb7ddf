// Duration and processor time of a count of many different ballots by each method, beside a plain sum of their marks
// in the same run. Other work on the machine changes the processor time less:
// `npm run bench:counting [-- --ballots 100000 --options 30 --rounds 5 --save]`.
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import path from "node:path";
import { readOptions } from "./options.mjs";
import { machine, median, save } from "./report.mjs";
import { root } from "./servers.mjs";

/** Numbers from 0 to 1 that are the same in each run. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Options in an order of their own for each ballot, in which the first ones are ahead by tendency. */
function ranks(random, optionCount) {
  const appeal = Array.from({ length: optionCount }, (_, option) => [
    option,
    random() - option / (4 * optionCount),
  ]);
  appeal.sort(([, one], [, other]) => other - one);
  return new Map(appeal.map(([option], index) => [option, index + 1]));
}

const marksOf = {
  ranks,
  scores: (random, optionCount) =>
    new Map(
      Array.from({ length: optionCount }, (_, option) => [
        option,
        Math.floor(random() * (6 - option / optionCount)),
      ]),
    ),
  approvals: (random, optionCount) =>
    new Map(
      Array.from({ length: optionCount }, (_, option) => option)
        .filter((option) => random() < 0.6 - option / (4 * optionCount))
        .map((option) => [option, 1]),
    ),
};

function different(kind, ballotCount, optionCount) {
  const random = numbers(1);
  return Array.from({ length: ballotCount }, () => ({
    count: 1,
    marks: marksOf[kind](random, optionCount),
  }));
}

const values = readOptions({
  ballots: 100_000,
  options: 30,
  rounds: 5,
  save: false,
});
const { ballots: ballotCount, options: optionCount, rounds } = values;
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
/** No method may use more processor time for 100,000 ballots of 30 options. */
const MOST_MS = 2_000;

const load = createRequire(path.join(root, "libs/domain/package.json"));
const { countBallots, countingMethods, methods } = load("./dist/counting/index.js");

const kinds = ["ranks", "scores", "approvals"];
const ballotsOf = Object.fromEntries(
  kinds.map((kind) => [kind, different(kind, ballotCount, optionCount)]),
);

function timed(work) {
  const began = performance.now();
  const used = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(used);
  return { ms: performance.now() - began, processorMs: (user + system) / 1_000, result };
}

function plainSum(ballots) {
  const sums = Array.from({ length: optionCount }, () => 0);
  for (const { count, marks } of ballots) {
    for (const [option, mark] of marks) sums[option] += count * mark;
  }
  return sums;
}

const seatsOf = (method) =>
  methods[method].seats === "one" ? [1] : [1, 9, Math.floor((optionCount * 2) / 3)];
const cases = countingMethods.flatMap((method) =>
  seatsOf(method).map((seats) => ({
    method,
    seats,
    times: [],
    processor: [],
    sums: [],
    digits: 0,
  })),
);
// The first round warms up and is not measured.
for (let round = 0; round <= rounds; round++) {
  for (const row of cases) {
    const { method, seats } = row;
    const ballots = ballotsOf[methods[method].ballots];
    const sum = timed(() => plainSum(ballots));
    const { ms, processorMs, result } = timed(() =>
      countBallots({
        method,
        optionCount,
        seats,
        tieBreak: ["first_ranks", "earlier_option"],
        seed: "bench",
        sha256,
        scale: { min: 0, max: 5 },
        ballots,
        abstaining: 0,
      }),
    );
    row.rounds = result.rounds.length;
    row.digits = Math.max(
      1,
      ...result.rounds.flatMap(({ tally }) =>
        tally.map(({ votes }) => votes.denominator.toString().length),
      ),
    );
    if (round > 0) {
      row.times.push(ms);
      row.processor.push(processorMs);
      row.sums.push(sum.processorMs);
    }
  }
}
const table = cases.map(({ method, seats, times, processor, sums, digits, rounds: steps }) => ({
  method,
  seats,
  ms: Math.round(median(times)),
  processorMs: Math.round(median(processor)),
  plainSumProcessorMs: Math.round(median(sums)),
  rounds: steps,
  digits,
}));
process.stdout.write(
  `${machine()}; ${ballotCount} different ballots of ${optionCount} options, medians of ${rounds}\n`,
);
console.table(table);
const slow = table.filter(({ processorMs }) => processorMs > MOST_MS);
if (ballotCount <= 100_000 && optionCount <= 30 && slow.length > 0) {
  process.stderr.write(`more than ${MOST_MS} ms: ${slow.map(({ method }) => method).join(", ")}\n`);
  process.exitCode = 1;
}
if (values.save) {
  save({ "counting.json": { machine: machine(), ballotCount, optionCount, rounds, table } });
}
