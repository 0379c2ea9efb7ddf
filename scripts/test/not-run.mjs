import { readdirSync } from "node:fs";
import path from "node:path";
import slowFiles from "../../libs/testing/jest/slow-files.cjs";

const { isSlow, leftOut } = slowFiles;

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

const slowTestFiles = (root) =>
  ["bench", "libs", "scripts", "services", "tests"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).filter(
      (file) => isSlow(file) && !file.includes("node_modules"),
    ),
  );

/**
 * What a run left out, each with its command. `isWhole`: no path was named. `withSlow`: slow files
 * were not left out.
 */
export function notRun(results, root, { isWhole, withSlow }) {
  const lines = [...skippedByReason(results)].map(([reason, { count, files }]) => {
    const paths = [...files].map((file) => path.relative(root, file)).sort();
    return `${count} skipped${reason}: npm test -- ${paths.join(" ")}`;
  });
  if (!isWhole) return lines;
  if (!withSlow) lines.unshift(`${slowTestFiles(root).length} slow files: npm run test:slow`);
  return [...lines, "the other suites, such as npm run verify: README.md#more-tests"];
}
