// A small poll of each type, at an address that the start page knows: `demo-` and the type.
const text = (content) => ({ content });
const day = (number) => new Date(Date.now() + (number - 3) * 86_400_000).toISOString().slice(0, 10);

/** Galleries of files are made by the other part of the demo. */
const demoPolls = [
  {
    hash: "demo-voting",
    type: "Polls::Voting",
    title: "Where do we eat on Friday?",
    settings: { vote_type: "Votes::YesNoMaybeVote" },
    options: ["Pizza at Luigi's", "Soup bar", "Picnic in the park"].map(text),
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
  },
  {
    hash: "demo-table",
    type: "Polls::Table",
    title: "Who brings what?",
    options: [
      { content: "I bring", input_type: "text" },
      { content: "For how many?", input_type: "number" },
    ],
  },
  {
    hash: "demo-collection",
    type: "Polls::Collection",
    title: "Ideas for our street",
    poll: { allow_new_options: true },
    options: ["A bench under the lime tree", "A bookcase for all"].map(text),
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
    options: ["Cinnamon stars", "A riddle", "A song", "Hot chocolate", "A star to fold"].map(
      (content, at) => ({ content, start_date: day(at + 1) }),
    ),
  },
];

/** Makes the polls that are not there yet; gives those that were made. */
export async function makeDemoPolls(owner) {
  const made = [];
  for (const { hash, type, title, settings, options, poll } of demoPolls) {
    try {
      const description = "Made by the demo";
      const fields = { ...poll, title, type, description, member_hash: hash };
      made.push(
        await owner.polls.create({
          body: { poll: fields, options, ...(settings && { settings }) },
        }),
      );
    } catch (error) {
      if (error.body?.errors?.member_hash === undefined) throw error;
    }
  }
  return made;
}
