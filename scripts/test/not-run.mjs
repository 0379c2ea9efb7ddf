import path from "node:path";
import slowFiles from "../../libs/testing/jest/slow-files.cjs";
import { slowLeftOut } from "./jest-arguments.mjs";

const { leftOut } = slowFiles;

/** How `describeWhere` of libs/testing begins the title of skipped tests; what is missing follows. */
const skipped = /^skipped: /;

const reasonOf = ({ title, ancestorTitles = [] }) => {
  const skipName = [...ancestorTitles, title].find(
    (each) => skipped.test(each) || each === leftOut,
  );
  return skipName === undefined ? "" : `, because ${skipName.replace(skipped, "")}`;
};

/** The skipped tests of a run, from jest's results: their number and their files, for each reason. */
function skippedByReason({ testResults }) {
  const reasons = new Map();
  for (const { name, assertionResults } of testResults) {
    for (const test of assertionResults.filter(({ status }) => status === "pending")) {
      const reason = reasonOf(test);
      const { count, files } = reasons.get(reason) ?? { count: 0, files: new Set() };
      reasons.set(reason, { count: count + 1, files: files.add(name) });
    }
  }
  return reasons;
}

/** What a run of these words, as `readWords` read them, left out, each with its command. */
export function notRun(results, root, words, files) {
  const lines = [...skippedByReason(results)].map(([reason, { count, files }]) => {
    const paths = [...files].map((file) => path.relative(root, file)).sort();
    return `${count} skipped${reason}: npm test -- ${paths.join(" ")}`;
  });
  const { kind, parts } = words;
  const slow = slowLeftOut(words, files).length;
  const command = parts.length > 0 ? `npm test -- --slow ${parts.join(" ")}` : "npm run test:slow";
  if (slow > 0) lines.unshift(`${slow} slow files: ${command}`);
  if (parts.length > 0 || kind === "slow") return lines;
  return [...lines, "the other suites, such as npm run verify: README.md#more-tests"];
}
