// Distributes DATABASE_URL over shards with the built code. It is the command of the image for migrations.
// `npm run db:distribute -- --help` lists its options.
import { createRequire } from "node:module";
import util from "node:util";
import { givenDatabaseUrl } from "./setup/given-database-url.mjs";
import { say } from "./setup/say.mjs";

const { distribute } = createRequire(import.meta.url)("@polls/db/shards");

const list = { type: "string", multiple: true, default: [] };

function readWanted() {
  const { values } = util.parseArgs({
    options: {
      add: { type: "string" },
      coordinator: { type: "string" },
      open: list,
      close: list,
      node: list,
    },
  });
  const { add = "0", node: nodes, ...others } = values;
  if (!/^\d{1,4}$/.test(add)) throw new Error("--add must be a whole number");
  return { ...others, nodes, add: Number(add) };
}

function show(shards) {
  if (shards.length === 0) return say("All polls are in public; --add makes shards.");
  for (const { name, state, polls, node } of shards)
    say(`${name}: ${state}, ${polls} polls${node === undefined ? "" : `, on ${node}`}`);
}

try {
  const wanted = readWanted();
  show(await distribute(givenDatabaseUrl(), wanted, say));
} catch (error) {
  process.stderr.write(`The database cannot be distributed: ${error.message || error.code}\n`);
  process.exitCode = 1;
}
