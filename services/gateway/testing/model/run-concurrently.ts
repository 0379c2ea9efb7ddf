import { tallyDrift } from "@polls/testing";
import { type ConcurrentCommand, opening } from "./command";
import { createModel, limitOf, type Model, type ModelVote } from "./model";
import { used, voterLimit } from "./rate";
import { compareOptions, compareResults, readModel } from "./readings";
import type { ModelVariant } from "./variant";
import { callOf, type PollAccess, start, type World } from "./world";

/** The allowed statuses of a command while other clients send requests. */
const statuses: { readonly [Name in ConcurrentCommand["do"]]: readonly number[] } = {
  join: [201, 422],
  addOption: [201, 422],
  removeOption: [204, 404, 422],
  editOption: [200, 404],
  cast: [201, 403, 404, 422],
  change: [200, 404, 422],
  withdraw: [204, 404],
  mark: [200, 404],
  leave: [204, 403, 404],
};

/** All acknowledged changes, in any order. */
interface History {
  readonly votes: Map<string, AcknowledgedVote>;
  /** Ids of deleted rows. */
  readonly gone: Set<string>;
  /** Options that a client wanted to archive. */
  readonly archived: Set<string>;
  /** The participants that wanted to vote on each option. */
  readonly voters: Map<string, Set<string>>;
}

interface AcknowledgedVote {
  readonly participant: string;
  readonly option: string;
  /** All values that the vote has had. */
  readonly values: Set<number | null>;
}

/**
 * Runs the commands of several clients concurrently while an observer reads. Then compares the
 * stored votes with the acknowledged changes, with the limits and with a simple count.
 */
export async function runConcurrently(
  world: World,
  variant: ModelVariant,
  clients: readonly (readonly ConcurrentCommand[])[],
): Promise<void> {
  world.clock.set(start);
  const access = await world.openPoll(variant);
  // The model only provides the ids of created objects.
  const known = createModel(variant, world.clock.now());
  const history: History = {
    votes: new Map(),
    gone: new Set(),
    archived: new Set(),
    voters: new Map(),
  };
  for (const command of opening) await act(access, known, history, command);

  let ended = false;
  const observe = async () => {
    while (!ended) expectWithinLimits(await readModel(access, known), history);
  };
  const work = async () => {
    try {
      await Promise.all(
        clients.map(async (commands) => {
          for (const command of commands) await act(access, known, history, command);
        }),
      );
    } finally {
      ended = true;
    }
  };
  await Promise.all([work(), observe()]);

  const found = await readModel(access, known);
  expectWithinLimits(found, history);
  expectAcknowledged(found, history);
  await compareOptions(access, found, "owner");
  await compareResults(access, found);
  expect(await tallyDrift(world.gateway.db, access.pollId)).toBe(0);
}

async function act(
  { send }: PollAccess,
  known: Model,
  history: History,
  command: ConcurrentCommand,
): Promise<void> {
  const call = callOf(known, command);
  note(history, command, call);
  const { status, body, text } = await send(call.by, call.line, { body: call.body });
  if (!statuses[command.do].includes(status)) {
    throw new Error(`${call.line} by ${call.by} was answered ${status}: ${text}`);
  }
  if (status === 204) history.gone.add(call.line.split("/").at(-1) ?? "");
  if (status === 200 && command.do === "change") {
    history.votes.get(body.id)?.values.add(command.value);
  }
  if (status === 201) acknowledge(known, history, command, body);
}

/** Notes before a request what it may have done before its answer arrives. */
function note(
  { archived, voters }: History,
  command: ConcurrentCommand,
  { line, body }: ReturnType<typeof callOf>,
): void {
  if (command.do === "editOption" && command.change.archived === true) {
    archived.add(line.split("/").at(-1) ?? "");
  }
  if (command.do !== "cast") return;
  const { option_id: option, voter_id: voter } = body as Readonly<Record<string, string>>;
  voters.set(`${option}`, (voters.get(`${option}`) ?? new Set()).add(`${voter}`));
}

function acknowledge(
  { made, participants, options, votes }: Model,
  history: History,
  command: ConcurrentCommand,
  // biome-ignore lint/suspicious/noExplicitAny: as `TestResponse.body`
  { id, voter_id: participant, option_id: option }: any,
): void {
  if (command.do === "join") {
    participants.push({ id, of: command.by, fraudulent: false, changedByAdmin: false });
    made.participants.push(id);
  } else if (command.do === "addOption") {
    options.push({ id, maker: command.by, archived: false, picked: false });
    made.options.push(id);
  } else if (command.do === "cast") {
    history.votes.set(id, { participant, option, values: new Set([command.value]) });
    votes.push({ id, participant, option, category: undefined, value: 0, day: undefined });
    made.votes.push(id);
  }
}

/** Checks that exactly the acknowledged and not deleted votes are stored. */
function expectAcknowledged({ votes, variant }: Model, history: History): void {
  const expected = [...history.votes].filter(
    ([id, { participant, option }]) =>
      ![id, participant, option].some((one) => history.gone.has(one)),
  );
  expect(votes.map(({ id }) => id).sort()).toEqual(expected.map(([id]) => id).sort());
  // A vote also loses its rank when another vote gets it.
  if (variant.kind === "Ranked") return;
  for (const { id, value } of votes) {
    expect([...(history.votes.get(id)?.values ?? [])]).toContain(value ?? null);
  }
}

/**
 * Checks that a participant has one vote for each option and rank, and that no limit is exceeded.
 * While an option is archived, its votes leave limits and ranks free, so its voters may have more
 * when it is offered again.
 */
export function expectWithinLimits(
  found: Model,
  { archived, voters }: Pick<History, "archived" | "voters"> = {
    archived: new Set(),
    voters: new Map(),
  },
): void {
  const { votes, variant } = found;
  const freed = new Set([...archived].flatMap((option) => [...(voters.get(option) ?? [])]));
  const bound = votes.filter(({ participant }) => !freed.has(participant));
  const ranked = variant.kind === "Ranked" ? bound.filter((vote) => vote.value !== undefined) : [];
  expect({
    twice: repeated(votes, (vote) => [vote.participant, vote.option, vote.category]),
    sameRank: repeated(ranked, (vote) => [vote.participant, vote.category, vote.value]),
    tooManyVotes: overLimit(
      grouped(bound, ({ participant }) => participant),
      voterLimit(found),
      (own) => used(found, own),
    ),
    tooManyVoters: overLimit(
      grouped(
        votes.filter(({ value = 0 }) => value > 0),
        ({ option }) => option,
      ),
      limitOf(found, "limit_per_option") ?? Number.POSITIVE_INFINITY,
      (own) => grouped(own, ({ participant }) => participant).size,
    ),
  }).toEqual({ twice: [], sameRank: [], tooManyVotes: [], tooManyVoters: [] });
}

function grouped(votes: readonly ModelVote[], keyOf: (vote: ModelVote) => unknown) {
  const groups = new Map<string, ModelVote[]>();
  for (const vote of votes) {
    const key = JSON.stringify(keyOf(vote));
    groups.set(key, [...(groups.get(key) ?? []), vote]);
  }
  return groups;
}

const repeated = (votes: readonly ModelVote[], keyOf: (vote: ModelVote) => readonly unknown[]) =>
  [...grouped(votes, keyOf).values()].filter(({ length }) => length > 1);

const overLimit = (
  groups: ReadonlyMap<string, readonly ModelVote[]>,
  limit: number,
  use: (votes: readonly ModelVote[]) => number,
) => [...groups.values()].filter((votes) => use(votes) > limit);
