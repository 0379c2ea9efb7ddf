// What `ops doctor` says of the stack: every process is there, decoders are confined, a misspelled variable is told.

/** A machine that is busy with the stack may answer late. */
const TRIES = 5;

/** `operator` runs a command of operators in the stack, with variables, and returns its exit code and output. */
export function checkDoctor(operator, processes) {
  let failed = [];
  for (let nth = 0; nth < TRIES; nth++) {
    const { stdout } = operator(["ops", "doctor", "--json"], { MAIL_FORM: "polls@example.org" });
    const { results } = JSON.parse(stdout);
    failed = results.filter(({ state }) => state === "failed");
    if (failed.length > 0) continue;
    const missing = problemsOf(results, processes);
    if (missing.length > 0) throw new Error(missing.join("\n"));
    return;
  }
  throw new Error(failed.map(({ part, check, found }) => `${part} ${check}: ${found}`).join("\n"));
}

function problemsOf(results, processes) {
  const of = (part, check) => results.filter((one) => one.part === part && one.check === check);
  const problems = Object.entries(processes)
    .map(([service, count]) => [service, count, of(service, "clock").length])
    .filter(([, count, found]) => found !== count)
    .map(([service, count, found]) => `doctor heard ${found} of ${count} processes of ${service}`);
  for (const { state, found } of of("media-worker", "confinement")) {
    if (state !== "ok") problems.push(found);
  }
  const warned = of("this command", "variables").some(({ found }) => found.includes("MAIL_FORM"));
  return warned ? problems : [...problems, "doctor says nothing of a misspelled variable"];
}
