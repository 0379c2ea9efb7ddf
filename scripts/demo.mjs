// `npm run demo [-- --all] [folder of photos]`: creates a gallery, uploads photos and votes, on a running stack.
// The start page links to the created polls.
// BASE_URL, PRIVATE_TOKEN and PUBLIC_TOKEN select a stack; the default is the stack of `npm start`.
import { connectToStack } from "./demo/stack.mjs";
import { checkNode } from "./setup/check-node.mjs";
import { build, ensureInstalled } from "./setup/install.mjs";
import { say } from "./setup/say.mjs";
import { readUsage } from "./setup/usage.mjs";

const BAR_LENGTH = 24;

checkNode();
const { values, words } = readUsage({
  name: "demo",
  summary: [
    "Creates a gallery, uploads photos and votes, on the stack of `npm start`, or on the one that",
    "BASE_URL, PRIVATE_TOKEN and PUBLIC_TOKEN name.",
  ],
  words: [{ name: "FOLDER", description: "folder of photos; without it photos are generated" }],
  options: {
    all: {
      type: "boolean",
      description: "creates a poll of each other type too, with films, sounds and votes",
    },
  },
});
await ensureInstalled("start");
await build();
const { createClient } = await import("@polls/client");
const { makeDemoPolls } = await import("./demo/polls.mjs");
const { generatedFilms, generatedSounds } = await import("./demo/media.mjs");
const { findFfmpeg } = await import("../libs/devstack/dist/index.js");
const { generatedPhotos, photosIn, wrongDerivatives } = await import("./demo/photos.mjs");

const PARTICIPANTS = 25;
const PROCESSING_DEADLINE_MS = 120_000;

const problems = [];
const must = (truth, sentence) => {
  if (!truth) problems.push(sentence);
};

async function run() {
  const started = Date.now();
  const { baseUrl, privateToken, publicToken, email } = await connectToStack();
  say(`Service   ${baseUrl}`);
  const owner = createClient({ baseUrl, token: privateToken });

  const poll = await owner.polls.create({
    body: {
      poll: {
        title: "Landscapes of the year",
        type: "Polls::PhotoGallery",
        description: "Made by the demo",
      },
    },
  });
  must(poll.status === "active", "a new poll is active");
  await owner.polls
    .update({
      poll_hash: poll.admin_hash,
      body: { poll: { member_hash: "demo-photo-gallery" } },
    })
    .then((named) => Object.assign(poll, named))
    // An earlier demo has created it.
    .catch((error) => {
      if (error.body?.errors?.member_hash === undefined) throw error;
    });
  say(`Poll      ${poll.title} (${poll.public_url})`);
  if (values.all) await fillOthers(owner, { baseUrl, publicToken, started });

  const [folder] = words;
  const photos = folder === undefined ? await generatedPhotos() : await photosIn(folder);
  const options = [];
  for (const photo of photos) {
    const form = new FormData();
    form.set("option[content]", photo.title);
    form.append("option_attachments[]", new Blob([photo.bytes]), photo.fileName);
    options.push(await owner.options.create({ poll_id: poll.admin_hash, body: form }));
    progress("Uploaded", options.length, photos.length);
  }

  const rendered = await waitForDerivatives(owner, poll, options);
  for (const option of rendered) {
    must(option.processing_error === undefined, `${option.content} was rendered`);
    for (const wrong of await wrongDerivatives(option.attachment ?? {})) {
      problems.push(`${option.content}: ${wrong}`);
    }
  }

  const stars = new Map(options.map(({ id }) => [id, []]));
  for (let number = 1; number <= PARTICIPANTS; number++) {
    const voter = createClient({
      baseUrl,
      token: publicToken,
      identifier: `demo-${started}-${number}`,
    });
    const poll_id = poll.member_hash;
    const participant = await voter.participants.create({
      poll_id,
      body: { voter: { user_name: `Participant ${number}` } },
    });
    await Promise.all(
      options.map(async ({ id }, index) => {
        const vote = starsFor(index, number);
        const cast = await voter.votes.cast({
          poll_id,
          body: { voter_id: participant.id, option_id: id, vote: { vote } },
        });
        must(cast.vote === vote, `a vote of ${vote} reads ${vote}`);
        stars.get(id).push(vote);
      }),
    );
    progress("Voted", number, PARTICIPANTS);
  }

  const { items: ranking, total } = await owner.options.list.page({
    poll_id: poll.admin_hash,
    per_page: 100,
    sort: "options.average_rating desc",
  });
  must(total === options.length, "the list counts every option");
  const detailed = await Promise.all(
    ranking.map(({ id }) => owner.options.show({ poll_id: poll.admin_hash, id })),
  );
  for (const { id, content, average_rating: average, voter_count: voters } of detailed) {
    const votes = stars.get(id);
    const expected = votes.reduce((sum, vote) => sum + vote, 0) / votes.length;
    must(Math.abs(average - expected) < 0.0001, `${content}: average ${average}, cast ${expected}`);
    must(voters === PARTICIPANTS, `${content}: ${voters} voters, not ${PARTICIPANTS}`);
  }
  const averages = ranking.map(({ average_rating: average }) => average);
  must(
    averages.every((average, index) => index === 0 || average <= averages[index - 1]),
    "the list is in the order of the averages",
  );
  const shown = await owner.polls.show({ poll_hash: poll.admin_hash });
  must(shown.voters_count === PARTICIPANTS, `the poll counts ${PARTICIPANTS} participants`);

  say(`\n${rankingTable(detailed)}\n`);
  say(`Best      ${detailed[0].attachment.attachment_url_large}`);
  say(`API       ${baseUrl}/api/v1/polls/${poll.member_hash}`);
  say(`Docs      ${baseUrl}/docs`);
  if (email !== undefined) say(`My polls  ${baseUrl}/polls (sign in as ${email})`);
  say(`Done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

async function fillOthers(owner, { baseUrl, publicToken, started }) {
  const program = findFfmpeg({ ffmpeg: process.env.FFMPEG_PATH });
  const makers = {
    pictures: generatedPhotos,
    films: () => generatedFilms(program?.ffmpeg ?? "ffmpeg"),
    sounds: () => generatedSounds(program?.ffmpeg ?? "ffmpeg"),
  };
  const made = await makeDemoPolls({
    owner,
    files: (kind) => makers[kind](),
    voter: (name) =>
      createClient({ baseUrl, token: publicToken, identifier: `demo-${started}-${name}` }),
  });
  for (const { poll, processing } of made) {
    say(`Poll      ${poll.title} (${poll.public_url})`);
    if (processing.length === 0) continue;
    for (const option of await waitForDerivatives(owner, poll, processing)) {
      must(option.processing_error === undefined, `${option.content} was rendered`);
    }
  }
}

async function waitForDerivatives(owner, poll, options) {
  const deadline = Date.now() + PROCESSING_DEADLINE_MS;
  for (;;) {
    const shown = await Promise.all(
      options.map(({ id }) => owner.options.show({ poll_id: poll.admin_hash, id })),
    );
    const ready = shown.filter(({ processing }) => !processing);
    progress("Rendered", ready.length, options.length);
    if (ready.length === options.length) return shown;
    if (Date.now() > deadline) {
      throw new Error(`${options.length - ready.length} files are still being processed`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** The stars that a participant gives to a photo. Participants rate in one of five ways. */
function starsFor(photo, participant) {
  const liking = 1.2 + ((photo * 5) % 8) * 0.5;
  const mood = (((participant * 13 + photo * 7) % 5) - 2) * 0.6;
  return Math.min(5, Math.max(0, Math.round(liking + mood)));
}

function progress(what, done, all) {
  const line = `${what.padEnd(9)} ${done} of ${all}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === all ? "\n" : ""}`);
  else if (done === all) say(line);
}

try {
  await run();
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error));
}
for (const problem of problems) process.stderr.write(`Wrong: ${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

function rankingTable(options) {
  const widest = Math.max(...options.map(({ content }) => content.length), 6);
  return options
    .map(({ rank, content, average_rating: average, voter_count: voters }) => {
      const filled = Math.round((average / 5) * BAR_LENGTH);
      const bar = "█".repeat(filled) + "░".repeat(BAR_LENGTH - filled);
      return `${String(rank).padStart(3)}  ${content.padEnd(widest)}  ${bar}  ${average.toFixed(2)}  ${voters} votes`;
    })
    .join("\n");
}
