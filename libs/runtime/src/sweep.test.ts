import { runChoresNow } from "./health-server";

test("all tasks run concurrently, and a slow one continues in the background", async () => {
  let end = () => {};
  const long = new Promise<boolean>((resolve) => {
    end = () => resolve(true);
  });
  const chores = new Map([
    ["quick", async () => true],
    ["broken", async () => false],
    ["long", () => long],
  ]);
  expect(await runChoresNow(chores, 20)).toEqual([
    { chore: "quick", outcome: "done" },
    { chore: "broken", outcome: "failed" },
    { chore: "long", outcome: "goes on" },
  ]);
  end();
  expect(await long).toBe(true);
});
