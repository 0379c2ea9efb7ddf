import type { ModelCaller } from "./command";
import { isClosed, type Model, sees, today } from "./model";
import { type ModelRating, rate } from "./rate";
import type { PollAccess } from "./world";

const shownRating = (average: number): number => Math.round(average * 10_000) / 10_000;

/** The list of options that a caller must get: order, positions and counts. */
const expectedOptions = (model: Model, by: ModelCaller): readonly object[] => {
  const ratings = rate(model);
  return model.options
    .filter((option) => sees(by, option))
    .map(({ id }, n) => ({ id, position: n + 1, ...ratingFields(ratings, id) }));
};

function ratingFields(ratings: ReadonlyMap<string, ModelRating>, id: string) {
  const found = ratings.get(id);
  if (found === undefined) throw new Error("an option of the model has no rating");
  return verdictFields(found);
}

const verdictFields = ({ rating, average, rank, best, selected }: ModelRating) => ({
  rating,
  average_rating: shownRating(average),
  rank,
  best_rating: best,
  selected,
});

/** The same fields of a list entry that was read. */
const readOption = ({
  id,
  position,
  rating,
  average_rating,
  rank,
  best_rating,
  selected,
}: Record<string, unknown>) => ({
  id,
  position,
  rating,
  average_rating,
  rank,
  best_rating,
  selected,
});

/** Compares the list of options with the model. */
export async function compareOptions(
  access: PollAccess,
  model: Model,
  by: ModelCaller,
): Promise<void> {
  const entries = await access.readAll(by, "/options");
  expect(entries.map(readOption)).toEqual(expectedOptions(model, by));
}

/** Reads a poll as a model: the votes of its list, without any counts. */
export async function readModel({ readAll }: PollAccess, known: Model): Promise<Model> {
  const [options, participants, votes] = await Promise.all([
    readAll("owner", "/options"),
    readAll("owner", "/voters"),
    readAll("owner", "/votes"),
  ]);
  return {
    ...known,
    options: options.map(({ id, archived }) => ({
      id,
      archived,
      picked: false,
      maker: known.options.find((option) => option.id === id)?.maker ?? "owner",
    })),
    participants: participants.map(({ id, user_name, fraudulent, changed_by_admin }) => ({
      id,
      of: user_name,
      fraudulent,
      changedByAdmin: changed_by_admin,
    })),
    votes: votes.map(({ id, voter_id, option_id, vote, vote_date, voting_category_id }) => ({
      id,
      participant: voter_id,
      option: option_id,
      category: voting_category_id,
      value: vote ?? undefined,
      day: vote_date ?? undefined,
    })),
  };
}

/** Compares all readable data with the model. */
export async function compareAll(access: PollAccess, model: Model): Promise<void> {
  await compareOptions(access, model, "owner");
  await compareOptions(access, model, "eve");
  await comparePoll(access, model);
  await compareParticipants(access, model);
  await compareVotes(access, model);
  await compareResults(access, model);
  const some = model.options.slice(-3);
  await Promise.all(some.map(({ id }) => compareOption(access, model, id)));
}

async function comparePoll({ send }: PollAccess, model: Model): Promise<void> {
  const { body } = await send("ada", "GET ");
  expect(body).toMatchObject({
    status: isClosed(model) ? "closed" : "active",
    voters_count: model.participants.length,
    options_count: model.options.filter(({ archived }) => !archived).length,
  });
}

async function compareParticipants({ readAll }: PollAccess, model: Model): Promise<void> {
  const entries = await readAll("deputy", "/voters");
  expect(
    byId(
      entries.map(({ id, user_name, fraudulent, changed_by_admin }) => ({
        id,
        user_name,
        fraudulent,
        changed_by_admin,
      })),
    ),
  ).toEqual(
    byId(
      model.participants.map(({ id, of, fraudulent, changedByAdmin }) => ({
        id,
        user_name: of,
        fraudulent,
        changed_by_admin: changedByAdmin,
      })),
    ),
  );
}

/**
 * Lists of admins contain the votes of all days. Lists of members contain today's votes on visible
 * options.
 */
async function compareVotes({ readAll, send }: PollAccess, model: Model): Promise<void> {
  const listed = await readAll("owner", "/votes");
  expect(byId(listed.map(readVote))).toEqual(byId(model.votes.map(expectedVote)));
  const found = await readAll("ada", "/votes");
  const readable = model.votes.filter((vote) => isReadable(model, vote, "ada"));
  expect(byId(found.map(readVote))).toEqual(byId(readable.map(expectedVote)));
  for (const id of model.made.votes.slice(-5)) {
    const { status, body } = await send("ada", `GET /votes/${id}`);
    const vote = readable.find((one) => one.id === id);
    expect([id, status]).toEqual([id, vote === undefined ? 404 : 200]);
    if (vote !== undefined) expect(readVote(body)).toEqual(expectedVote(vote));
  }
}

function isReadable(model: Model, vote: Model["votes"][number], by: ModelCaller): boolean {
  const option = model.options.find(({ id }) => id === vote.option);
  const own = model.participants.some(({ id, of }) => id === vote.participant && of === by);
  return vote.day === today(model) && (own || (option !== undefined && sees(by, option)));
}

const readVote = ({
  id,
  voter_id,
  option_id,
  vote,
  vote_date,
  voting_category_id,
}: Record<string, unknown>) => ({
  id,
  voter_id,
  option_id,
  vote,
  vote_date,
  voting_category_id,
});

const expectedVote = ({
  id,
  participant,
  option,
  value,
  day,
  category,
}: Model["votes"][number]) => ({
  id,
  voter_id: participant,
  option_id: option,
  vote: value ?? null,
  vote_date: day ?? null,
  voting_category_id: category,
});

export async function compareResults({ send }: PollAccess, model: Model): Promise<void> {
  const { status, body } = await send("eve", "GET /results", { query: { per_page: 100 } });
  expect(status).toBe(200);
  const ratings = rate(model);
  expect(
    body.options.map(({ id, voter_count, distribution }: Record<string, unknown>) => ({
      id,
      voter_count,
      distribution,
    })),
  ).toEqual(
    model.options
      .filter((option) => sees("eve", option))
      .map(({ id }) => ({
        id,
        voter_count: ratings.get(id)?.voters,
        distribution: ratings.get(id)?.distribution,
      })),
  );
}

async function compareOption({ send }: PollAccess, model: Model, id: string): Promise<void> {
  const { status, body } = await send("deputy", `GET /options/${id}`);
  expect(status).toBe(200);
  const rating = rate(model).get(id);
  if (rating === undefined) throw new Error("an option of the model has no rating");
  expect({
    voters: body.voter_count,
    frauds: body.fraudulent_count,
    ...readOption(body),
    categories: body.voting_category_option_ratings ?? [],
  }).toEqual({
    voters: rating.voters,
    frauds: rating.frauds,
    ...verdictFields(rating),
    id,
    position: model.options.findIndex((option) => option.id === id) + 1,
    categories: rating.categories.map(({ id: voting_category_id, ...verdict }) => ({
      voting_category_id,
      rating: verdict.rating,
      average_rating: shownRating(verdict.average),
      best_rating: verdict.best,
      selected: verdict.selected,
    })),
  });
}

const byId = <Entry extends { readonly id?: unknown }>(
  entries: readonly Entry[],
): readonly Entry[] =>
  [...entries].sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
