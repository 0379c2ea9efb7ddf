/** What the output of a failed command tells, and what to do about it. The first that fits is taken. */
const causes = [
  [/ENOSPC|no space left/i, "The disk is full: free 1 GB, then repeat the command."],
  [/EDQUOT/, "The quota of this user's disk is used up: free 1 GB, then repeat the command."],
  [
    /(?:EACCES|EPERM|EROFS)\b.*?'([^']+)'|(?:EACCES|EPERM|EROFS)/s,
    ([, file = "The project's folder"]) =>
      `${file} cannot be written by this user: change its owner, then repeat the command.`,
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|EIDLETIMEOUT/,
    ([code]) =>
      `npm reaches no registry (${code}): connect to a network, or check \`npm config get registry\` and \`npm config get proxy\`, then repeat the command.`,
  ],
  [
    /E40[134]\b/,
    ([code]) =>
      `The registry refused a package (${code}): check \`npm config get registry\`, then repeat the command.`,
  ],
  [/heap out of memory|ENOMEM|SIGKILL/, "The memory is used up: end other programs, then repeat."],
  [
    /spawn npm ENOENT/,
    "There is no npm on the PATH: install it with Node, then repeat the command.",
  ],
];

/** One sentence with the cause and the next step. Undefined if the output names no known cause. */
export function explainFailure(said) {
  for (const [pattern, sentence] of causes) {
    const match = pattern.exec(said);
    if (match !== null) return typeof sentence === "string" ? sentence : sentence(match);
  }
  return undefined;
}
