import { optionTallies } from "@polls/db/options";
import { buildOption, buildPoll, connectPatiently, shareDatabase } from "@polls/testing";
import { runCommand } from "../command/run-command";
import { recountCommand } from "./recount-command";

const db = shareDatabase();

async function run(...words: string[]) {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line);
  const terminal = { print: keep, printError: keep };
  const code = await runCommand(words, [recountCommand], () => connectPatiently(db.url), terminal);
  return { code, text: lines.join("\n") };
}

test("a corrupted count is reported and repaired", async () => {
  const poll = await buildPoll(db);
  const option = await buildOption(db, poll);
  await db.prisma.optionTally.create({
    data: { optionId: option.id, slot: 3, votes: 7, total: 7 },
  });
  const place = { poll: poll.memberHash, option: option.publicId };
  for (const words of [["--check"], ["--check"], []])
    expect(JSON.parse((await run("ops", "recount", ...words)).text)).toEqual({
      polls: 1,
      drift: 1,
      wrong: [
        { ...place, count: "total", stored: "7", actual: "0" },
        { ...place, count: "votes", stored: "7", actual: "0" },
      ],
    });
  const again = await run("ops", "recount", `--poll=${poll.memberHash}`);
  expect(JSON.parse(again.text)).toEqual({ polls: 1, drift: 0, wrong: [] });
  expect(await optionTallies(db, [option.id])).toMatchObject([{ votes: 0, total: 0 }]);
});

test("an unknown poll is wrong usage", async () => {
  expect(await run("ops", "recount", "--poll", "nowhere")).toEqual({
    code: 2,
    text: "There is no poll nowhere",
  });
});
