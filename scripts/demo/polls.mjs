// A poll of each type, with the hash that the start page links to: `demo-` and the type.
const text = (content) => ({ content });
const DAY_MS = 86_400_000;
const day = (number) => new Date(Date.now() + (number - 3) * DAY_MS).toISOString().slice(0, 10);

/**
 * `files` has the names of the generated files of the options; `answers` returns the vote of
 * participant `number` on the option at a position, or undefined.
 */
const demoPolls = [
  {
    hash: "demo-voting",
    type: "Polls::Voting",
    title: "Where do we eat on Friday?",
    settings: { vote_type: "Votes::YesNoMaybeVote" },
    options: ["Pizza at Luigi's", "Soup bar", "Picnic in the park"].map(text),
    answers: (at, number) => ({ vote: (number + at * at) % 3 }),
  },
  {
    hash: "demo-survey",
    type: "Polls::Survey",
    title: "After the workshop",
    options: ["What did you like?", "What shall we do better?"].map((content) => ({
      content,
      settings: { survey_step_type: "input" },
      children: [{ content: "Your answer", input_type: "text" }],
    })),
    answers: (at, number) => {
      const said = [
        ["The examples", "Working in pairs", "The lunch", "Time for questions"],
        ["More breaks", "A larger room", "Nothing", "Start later"],
      ];
      return { vote_text: said[at][(number * 3 + at) % 4] };
    },
  },
  {
    hash: "demo-table",
    type: "Polls::Table",
    title: "Who brings what?",
    options: [
      { content: "I bring", input_type: "text" },
      { content: "For how many?", input_type: "number" },
    ],
    answers: (at, number) => {
      const brought = ["Potato salad", "Apple pie", "Lemonade", "Bread", "Grapes", "Cheese"];
      return { vote_text: at === 0 ? brought[number % 6] : String(2 + (number % 5)) };
    },
  },
  {
    hash: "demo-collection",
    type: "Polls::Collection",
    title: "Ideas for our street",
    poll: { allow_new_options: true },
    options: [
      "A bench under the lime tree",
      "A bookcase for all",
      "A summer party",
      "Slower cars",
      "Flowers instead of gravel",
      "A shared cargo bike",
    ].map(text),
    answers: (at, number) => ((number + at) % 3 === 0 ? undefined : { vote: 1 }),
  },
  {
    hash: "demo-image-gallery",
    type: "Polls::ImageGallery",
    title: "A picture for the cover",
    files: "pictures",
    answers: (at, number) => ((number * (at + 2)) % 5 < 2 ? { vote: 1 + (at % 5) } : undefined),
  },
  {
    hash: "demo-video-gallery",
    type: "Polls::VideoGallery",
    title: "Which film shall we show?",
    files: "films",
    answers: (at, number) => ({ vote: 1 + ((number + at * 3) % 5) }),
  },
  {
    hash: "demo-audio-gallery",
    type: "Polls::AudioGallery",
    title: "A sound for the break",
    files: "sounds",
    answers: (at, number) => ({ vote: 1 + ((number * 2 + at) % 5) }),
  },
  {
    hash: "demo-pairwise-comparison",
    type: "Polls::PairwiseComparison",
    title: "Which name is better?",
    options: ["Aurora", "Basil", "Comet", "Delta"].map(text),
  },
  {
    hash: "demo-advent-calendar",
    type: "Polls::AdventCalendar",
    title: "A week of doors",
    files: "pictures",
    options: ["Cinnamon stars", "A riddle", "A song", "Hot chocolate", "A star to fold"].map(
      (content, at) => ({ content, start_date: day(at + 1) }),
    ),
    answers: (at, number) => (at < 3 && (number + at) % 2 === 0 ? { vote: 1 } : undefined),
  },
];

const PARTICIPANTS = [
  ...["Ada", "Ben", "Chiara", "Deniz", "Emil", "Fatma", "Greta", "Hugo", "Inés", "Jonas"],
];
const PAIRS = 3;

/**
 * Creates the missing polls, with files and votes. Returns the created polls, and the options whose files are being
 * processed.
 * @param service `owner` and `voter(name)`: clients; `files`: generated files by kind
 */
export async function makeDemoPolls({ owner, voter, files }) {
  const made = [];
  for (const demo of demoPolls) {
    const poll = await create(owner, demo);
    if (poll === undefined) continue;
    const uploaded = demo.files && (await upload(owner, poll, demo, await files(demo.files)));
    const options = uploaded ?? poll.options;
    for (const [number, name] of PARTICIPANTS.entries()) {
      await takePart({ client: voter(`${demo.hash} ${name}`), poll, options, demo, number, name });
    }
    made.push({ poll, processing: uploaded ?? [] });
  }
  return made;
}

/** Undefined: an earlier demo created it. */
async function create(owner, { hash, type, title, settings, options, poll, files }) {
  const fields = { ...poll, title, type, description: "Made by the demo", member_hash: hash };
  const body = {
    poll: fields,
    ...(files === undefined && { options }),
    ...(settings && { settings }),
  };
  try {
    return await owner.polls.create({ body });
  } catch (error) {
    if (error.body?.errors?.member_hash === undefined) throw error;
    return undefined;
  }
}

async function upload(owner, poll, { options }, files) {
  const uploaded = [];
  const count = options?.length ?? files.length;
  for (const [at, file] of files.slice(0, count).entries()) {
    const form = new FormData();
    for (const [name, value] of Object.entries(options?.[at] ?? text(file.title))) {
      form.set(`option[${name}]`, value);
    }
    form.append("option_attachments[]", new Blob([file.bytes]), file.fileName);
    uploaded.push(await owner.options.create({ poll_id: poll.admin_hash, body: form }));
  }
  return uploaded;
}

async function takePart({ client, poll, options, demo, number, name }) {
  const poll_id = poll.member_hash;
  const { id: voter_id } = await client.participants.create({
    poll_id,
    body: { voter: { user_name: name } },
  });
  if (demo.answers === undefined) return judgePairs(client, poll_id, voter_id, number);
  for (const [at, { id, children }] of options.entries()) {
    const vote = demo.answers(at, number);
    if (vote === undefined) continue;
    const option_id = children?.[0]?.id ?? id;
    await client.votes.cast({ poll_id, body: { voter_id, option_id, vote } });
  }
}

async function judgePairs(client, poll_id, voter_id, number) {
  for (let pair = 0; pair < PAIRS; pair++) {
    const offered = await client.options.list({ poll_id, voter_id });
    if (offered.length < 2) return;
    const [first, second] = [...offered].sort((a, b) => a.position - b.position);
    const { id } = (number + pair) % 3 === 0 ? second : first;
    await client.votes.cast({ poll_id, body: { voter_id, option_id: id, vote: { vote: 1 } } });
  }
}
