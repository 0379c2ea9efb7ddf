import { tallyDrift } from "@polls/testing";
import { type ModelCommand, opening } from "./command";
import { expectedAnswer } from "./expected-answer";
import { createModel, type Model } from "./model";
import { compareAll, compareOptions } from "./readings";
import type { ModelVariant } from "./variant";
import { type PollAccess, perform, start, type World } from "./world";

/** After this number of commands all lists are compared, not only the options. */
const LOOK_EVERY = 20;

/**
 * Runs commands one after the other, and compares every response and all readable data with the
 * model.
 */
export async function runSequence(
  world: World,
  variant: ModelVariant,
  commands: readonly ModelCommand[],
): Promise<{ readonly access: PollAccess; readonly model: Model }> {
  world.clock.set(start);
  const access = await world.openPoll(variant);
  const model = createModel(variant, world.clock.now());
  for (const command of opening) await step(world, access, model, command);
  for (const [n, command] of commands.entries()) {
    const status = await step(world, access, model, command);
    if (n % LOOK_EVERY === LOOK_EVERY - 1) await compareAll(access, model);
    else if (status < 300) await compareOptions(access, model, "owner");
  }
  await compareAll(access, model);
  expect(await tallyDrift(world.gateway.db, access.pollId)).toBe(0);
  return { access, model };
}

async function step(
  { clock }: World,
  access: PollAccess,
  model: Model,
  command: ModelCommand,
): Promise<number> {
  if (command.do === "wait") {
    clock.advance(command.hours * 3_600_000);
    model.now = clock.now();
    return 200;
  }
  const expected = expectedAnswer(model, command);
  const { status, body, text } = await perform(access, model, command);
  const answer = { command, text, status, code: body?.code };
  const { codes } = expected;
  const code = codes === undefined || codes.includes(body?.code) ? answer.code : codes;
  expect(answer).toEqual({ command, text, status: expected.status, code });
  if (status === 403 || status === 204) expect(text).toBe("");
  if (expected.shows !== undefined) expect(body).toMatchObject(expected.shows);
  expected.apply?.(body?.id);
  return status;
}
