import { startServer } from "../servers.mjs";
import { createParticipants, createPoll, fillOptions } from "./data.mjs";

/** More votes than any machine casts in a second, so that participants do not run out. */
export const MOST_VOTES_A_SECOND = 15_000;

/** Kinds of polls: their settings, and the status of their votes. */
export const kinds = [
  { name: "plain vote" },
  { name: "1,000 polls", polls: 1_000 },
  { name: "limit per voter", settings: { vote_limit_per_voter: 3 } },
  { name: "limit per option", settings: { limit_per_option: 2_000_000_000 } },
  { name: "double opt-in, held", settings: { double_opt_in: true }, confirmed: false, ok: 422 },
  {
    name: "sold votes",
    settings: { voting_fee: 100, voting_fee_type: "voting_sell_votes" },
    ok: 200,
  },
];

/** Polls with different numbers of options; each vote is for another option. */
export const sizes = [10, 1_000, 100_000].map((options) => ({
  name: `${options.toLocaleString("en-US")} options`,
  options,
}));

/** Votes on polls of a kind through a gateway, each of a participant who has not voted. */
export async function contestant(
  { name, settings = {}, polls = 1, options = 1, confirmed = true, ok = 201 },
  { url, token, databaseUrl, participants },
) {
  const each = Math.ceil(participants / polls);
  const places = [];
  for (let n = 0; n < polls; n++) {
    const poll = await createPoll(url, token, settings, 1);
    const voters = await createParticipants(databaseUrl, poll.hash, each, confirmed);
    const optionIds =
      options === 1 ? poll.optionIds : await fillOptions(databaseUrl, poll.hash, options);
    places.push({ hash: poll.hash, path: `/api/v1/polls/${poll.hash}/votes`, voters, optionIds });
  }
  let cast = 0;
  let place = places[0];
  return {
    name,
    place: places[0],
    target: { url, headers: { Authorization: `Bearer ${token}` }, ok },
    /** Called before the body of each vote. */
    nextPath() {
      place = places[cast % polls];
      return place.path;
    },
    nextBody() {
      const voter = place.voters[Math.floor(cast / polls)];
      if (voter === undefined) throw new Error(`${name}: all participants have voted`);
      const option = place.optionIds[cast % place.optionIds.length];
      cast++;
      return { voter_id: voter, option_id: option, vote: { vote: 1 } };
    },
  };
}

/** The bare servers that votes are compared with, on their own tables in the same database. */
export async function startReferences(client, databaseUrl) {
  await client.query(`
    CREATE TABLE reference_votes (id bigserial PRIMARY KEY, participant text, option_id text,
      value int, created_at timestamptz DEFAULT now(), UNIQUE (participant, option_id));
    CREATE TABLE reference_tallies (option_id text, slot int, votes int, total int,
      PRIMARY KEY (option_id, slot)) WITH (fillfactor = 50)`);
  const start = async (name, kind) => {
    const env = { DATABASE_URL: databaseUrl, REFERENCE: kind };
    return reference(name, await startServer("bench/votes/reference-server.mjs", env));
  };
  return [await start("bare Express", "express"), await start("bare node:http", "http")];
}

function reference(name, server) {
  let cast = 0;
  return {
    name,
    server,
    reference: true,
    target: { url: server.url },
    nextPath: () => "/votes",
    nextBody: () => ({ voter_id: `${name}${cast++}`, option_id: "o", vote: { vote: 1 } }),
  };
}
