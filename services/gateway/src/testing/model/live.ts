import { tallyDrift } from "@polls/db";
import { type Command, opening } from "./command";
import { judge } from "./judge";
import { createModel, type Model } from "./model";
import { compareAll, compareOptions } from "./readings";
import type { Variant } from "./variant";
import { type PollDoor, perform, start, type World } from "./world";

/** After so many commands everything is read, and not only what a success changes first. */
const LOOK_EVERY = 20;

/** Does commands one after another, and holds what is answered and what can be read to the model. */
export async function live(
  world: World,
  variant: Variant,
  commands: readonly Command[],
): Promise<{ readonly door: PollDoor; readonly model: Model }> {
  world.clock.set(start);
  const door = await world.openPoll(variant);
  const model = createModel(variant, world.clock.now());
  for (const command of opening) await step(world, door, model, command);
  for (const [n, command] of commands.entries()) {
    const status = await step(world, door, model, command);
    if (n % LOOK_EVERY === LOOK_EVERY - 1) await compareAll(door, model);
    else if (status < 300) await compareOptions(door, model, "owner");
  }
  await compareAll(door, model);
  expect(await tallyDrift(world.gateway.db, door.pollId)).toBe(0);
  return { door, model };
}

async function step(
  { clock }: World,
  door: PollDoor,
  model: Model,
  command: Command,
): Promise<number> {
  if (command.do === "wait") {
    clock.advance(command.hours * 3_600_000);
    model.now = clock.now();
    return 200;
  }
  const verdict = judge(model, command);
  const { status, body, text } = await perform(door, model, command);
  const answer = { command, text, status, code: body?.code };
  const { codes } = verdict;
  const code = codes === undefined || codes.includes(body?.code) ? answer.code : codes;
  expect(answer).toEqual({ command, text, status: verdict.status, code });
  if (status === 403 || status === 204) expect(text).toBe("");
  if (verdict.shows !== undefined) expect(body).toMatchObject(verdict.shows);
  verdict.apply?.(body?.id);
  return status;
}
