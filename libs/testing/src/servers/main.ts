import { startServers } from "./start-servers";

// Prints the started servers as one line of JSON. Stops them when standard input ends.
startServers().then(
  ({ facts, stop }) => {
    process.stdout.write(`${JSON.stringify(facts)}\n`);
    const end = () => void stop().then(() => process.exit(0));
    process.stdin.once("end", end);
    process.stdin.once("close", end);
    process.stdin.resume();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
