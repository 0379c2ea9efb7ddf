import { newPublicId } from "@polls/db/tokens";
import { voteTypes } from "@polls/domain/vote-types";
import { buildDelivery, png } from "@polls/testing";
import { buildPasskey } from "../build-passkey";
import { signUp } from "../sign-up";
import type { TestGateway } from "../start-gateway";
import type { StepOptions, Story, StoryCaller, Tell } from "./tell";

interface Cast {
  /** The account that manages polls. */
  readonly owner: StoryCaller;
  /** An app with the public token of the account, for two of its users. */
  readonly ada: StoryCaller;
  readonly ben: StoryCaller;
}

type Told = (tell: Tell, cast: Cast) => Promise<void>;

/** The identifiers of the app's users. Clients choose texts that are hard to guess. */
const ADA = "ada-7c1e9f42d05b";
const BEN = "ben-2b8a6d13c74f";

/** Creates a poll of a type. `beside` has `settings` and `options`, the keys of the body beside `poll`. */
const pollOf = (
  tell: Tell,
  owner: StoryCaller,
  type: string,
  title: string,
  fields: object = {},
  beside: { readonly settings?: object; readonly options?: readonly object[] } = {},
) =>
  tell(`Create the poll${namesOf(Object.keys(beside))}.`, "polls.create", {
    as: owner,
    body: { poll: { title, type, ...fields }, ...beside },
  });

/** Sends requests of one caller for a poll and its parts. */
const inPoll =
  (tell: Tell, as: StoryCaller, hash: string) =>
  (says: string, operation: string, { in: more, ...options }: Omit<StepOptions, "as"> = {}) =>
    tell(says, operation, { as, in: { poll_id: hash, poll_hash: hash, ...more }, ...options });

const namesOf = (parts: readonly string[]): string =>
  parts.length === 0 ? "" : ` with its ${parts.join(" and ")}`;

const optionOf =
  (tell: Tell, owner: StoryCaller, poll: { readonly admin_hash: string }) =>
  (says: string, option: object, beside: object = {}) =>
    tell(says, "options.create", {
      as: owner,
      in: { poll_id: poll.admin_hash },
      body: { option, ...beside },
    });

/** Creates a participant. Returns a function that casts its votes. */
async function takePart(
  tell: Tell,
  as: StoryCaller,
  poll: { readonly member_hash: string },
  voter: object,
) {
  const participant = await tell("Take part, with the public token.", "participants.create", {
    as,
    in: { poll_id: poll.member_hash },
    body: { voter },
  });
  const cast = (says: string, option: { readonly id: string }, vote: object, status?: number) =>
    tell(says, "votes.cast", {
      as,
      in: { poll_id: poll.member_hash },
      body: { voter_id: participant.id, option_id: option.id, vote },
      ...(status === undefined ? {} : { status }),
    });
  return { participant, cast };
}

const results = (tell: Tell, as: StoryCaller, poll: { readonly member_hash: string }) =>
  tell("Read the results.", "results.show", { as, in: { poll_id: poll.member_hash } });

/** Comments on an option, and reads, changes, hides and deletes comments. */
async function tellComments(
  tell: Tell,
  owner: StoryCaller,
  as: StoryCaller,
  {
    poll,
    option,
    participant,
  }: {
    readonly poll: { readonly member_hash: string; readonly admin_hash: string };
    readonly option: { readonly id: string };
    readonly participant: { readonly id: string };
  },
): Promise<void> {
  const on = { poll_id: poll.member_hash, option_id: option.id };
  const write = (says: string, comment: object) =>
    tell(says, "comments.create", {
      as,
      in: on,
      body: { comment, voter_id: participant.id },
    });
  const comment = await write("Comment on the option.", { content: "They have a terrace." });
  const one = { ...on, id: comment.id };
  const answer = await write("Answer the comment.", {
    content: "And shade.",
    parent_comment_id: comment.id,
  });
  await tell("Change the comment.", "comments.update", {
    as,
    in: one,
    body: { comment: { content: "They have a large terrace." } },
  });
  await tell("Read the comment.", "comments.show", { as, in: one });
  await tell("List the comments on the option.", "comments.list", { as, in: on });
  const asAdmin = { ...on, poll_id: poll.admin_hash, id: answer.id };
  await tell("As an admin, list the comments on all options.", "comments.listAll", {
    as: owner,
    in: { poll_id: poll.admin_hash },
  });
  await tell("As an admin, hide the answer.", "comments.update", {
    as: owner,
    in: asAdmin,
    body: { comment: { hidden: true } },
  });
  await tell("As an admin, delete it.", "comments.delete", { as: owner, in: asAdmin });
}

/** Merges an option into another one, and undoes the merge. */
async function tellMerge(
  tell: Tell,
  owner: StoryCaller,
  { admin_hash }: { readonly admin_hash: string },
  [option, target]: readonly [{ readonly id: string }, { readonly id: string }],
): Promise<void> {
  const one = { poll_id: admin_hash, id: option.id };
  await tell("As an admin, merge the option into another one.", "options.merge", {
    as: owner,
    in: one,
    body: { option_id: target.id },
  });
  await tell("Undo the merge.", "options.undoMerge", { as: owner, in: one });
}

const voting: Told = async (tell, { owner, ada }) => {
  const poll = await pollOf(
    tell,
    owner,
    "Polls::Voting",
    "Where do we eat?",
    { description: "Friday, half past twelve", deadline_voting: "2040-06-01" },
    {
      settings: { vote_type: "Votes::RatingVote", allow_comments: true },
      options: [{ content: "The harbor kitchen" }, { content: "The old mill" }],
    },
  );
  const asAdmin = inPoll(tell, owner, poll.admin_hash);
  const asAda = inPoll(tell, ada, poll.member_hash);
  const [harbor] = poll.options;
  const hall = await optionOf(
    tell,
    owner,
    poll,
  )("Add another option.", {
    content: "The market hall",
  });
  await tellMerge(tell, owner, poll, [hall, harbor]);
  const { participant, cast } = await takePart(tell, ada, poll, { user_name: "Ada" });
  const vote = await cast("Give the first option four of five stars.", harbor, { vote: 4 });
  const one = { poll_id: poll.member_hash, id: vote.id };
  await tell("Change the vote.", "votes.change", { as: ada, in: one, body: { vote: { vote: 5 } } });
  await tell("Read the vote.", "votes.show", { as: ada, in: one });
  await tellComments(tell, owner, ada, { poll, option: harbor, participant });
  await asAda("List the options with their ratings.", "options.list", {
    query: { sort: "options.rating desc" },
  });
  await results(tell, ada, poll);
  await asAdmin("Change a setting: the average is over all participants.", "polls.update", {
    body: { poll: { rating_method: "average_by_all" } },
  });
  await asAdmin("Let the two best meet in a runoff.", "polls.update", {
    body: { poll: { counting_method: "star" } },
  });
  await asAda("Read how the result is counted.", "results.count");
  await asAda("Read the participant.", "participants.show", { in: { id: participant.id } });
  await asAda("Change the name of the participant.", "participants.update", {
    in: { id: participant.id },
    body: { voter: { user_name: "Ada L." } },
  });
  await asAda("Send the link to continue on another device.", "participants.link.create", {
    in: { id: participant.id },
    body: { optin_email: "ada@example.org" },
  });
  await asAdmin("As an admin, list the participants.", "participants.list");
  await asAdmin("Or with what each of them answered.", "responses.list");
  await asAdmin("List the votes.", "votes.list");
  await asAdmin("Download who answered what, as a table for people.", "results.export.answers");
  for (const format of ["csv", "xlsx", "json"]) {
    await asAdmin(`Download all votes as ${format.toUpperCase()}.`, `results.export.${format}`);
  }
  await asAdmin("Download the comments.", "results.export.comments");
  await asAda("Follow the results: the first event. The request does not end.", "results.follow");
  const { ticket } = await asAda(
    "Get a URL for the browser's `EventSource`.",
    "results.streamTickets.create",
  );
  await tell("Follow the results with the ticket, without a token.", "results.follow", {
    as: null,
    in: { poll_id: poll.member_hash },
    query: { ticket },
  });
  await tell("Withdraw the vote.", "votes.withdraw", { as: ada, in: one });
  await asAdmin("Close the poll.", "polls.update", { body: { poll: { status: "closed" } } });
  await asAdmin("Leave the poll.", "participants.delete", { in: { id: participant.id } });
};

const survey: Told = async (tell, { owner, ada }) => {
  const poll = await pollOf(
    tell,
    owner,
    "Polls::Survey",
    "After the festival",
    {},
    {
      options: [
        {
          content: "Did you eat at the festival?",
          settings: { survey_step_type: "vote", survey_step_vote_type: "Votes::BooleanVote" },
          children: [{ content: "I ate there" }],
        },
        {
          content: "About the food",
          settings: { survey_step_type: "input" },
          data: {
            branch: {
              rules: [{ when: { option_id: "options.0.children.0", vote: -1 }, action: "skip" }],
            },
          },
          children: [
            {
              content: "Which dish?",
              input_type: "select",
              settings: { allowed_values: ["Soup", "Curry", "Cake"], mandatory: true },
            },
          ],
        },
      ],
    },
  );
  const asAda = inPoll(tell, ada, poll.member_hash);
  const [food, details] = poll.options;
  const [ate] = food.children;
  const [dish] = details.children;
  await optionOf(tell, owner, poll)(
    "Add a question, which may be left out.",
    { content: "What was missing?", input_type: "textarea" },
    { parent_option_id: details.id },
  );
  const { participant, cast } = await takePart(tell, ada, poll, { user_name: "Ada" });
  await asAda("List the steps.", "options.list");
  await asAda("List the questions of a step, with their types and choices.", "options.list", {
    query: { parent_option_id: details.id, settings: "true" },
  });
  await cast("Say yes to the first step.", ate, { vote: 1 });
  await cast("Answer the question.", dish, { vote_text: "Curry" });
  await asAda(
    "Read the participant: it is complete, because no mandatory answer is missing.",
    "participants.show",
    { in: { id: participant.id } },
  );
  await results(tell, owner, poll);
};

const table: Told = async (tell, { owner, ada, ben }) => {
  const poll = await pollOf(
    tell,
    owner,
    "Polls::Table",
    "Who brings what?",
    {},
    {
      settings: { participant_limitation_type: "check_user" },
      options: [
        { content: "Dish", input_type: "text" },
        { content: "Guests", input_type: "number" },
      ],
    },
  );
  const asAda = inPoll(tell, ada, poll.member_hash);
  const [dish, guests] = poll.options;
  const { cast } = await takePart(tell, ada, poll, { user_name: "Ada" });
  const { participant: row } = await takePart(tell, ben, poll, { user_name: "Ben" });
  await cast("Fill a cell: a vote is a cell.", dish, { vote_text: "Potato salad" });
  const cell = await cast("Fill another cell.", guests, { vote_text: "2" });
  await tell(
    "Fill a whole row at once. A cell that is already filled is refused.",
    "votes.castAll",
    {
      as: ben,
      in: { poll_id: poll.member_hash },
      body: {
        votes: [
          { voter_id: row.id, option_id: dish.id, vote: { vote_text: "Apple pie" } },
          { voter_id: row.id, option_id: guests.id, vote: { vote_text: "4" } },
          { voter_id: row.id, option_id: guests.id, vote: { vote_text: "5" } },
        ],
      },
    },
  );
  await asAda("Change a cell.", "votes.change", {
    in: { id: cell.id },
    body: { vote: { vote_text: "3" } },
  });
  await asAda("Read the table: one vote for each filled cell.", "votes.list");
};

const collection: Told = async (tell, { owner, ada, ben }) => {
  const poll = await pollOf(tell, owner, "Polls::Collection", "Ideas for the yard", {
    allow_new_options: true,
    require_approval: true,
    allow_description: true,
  });
  const asAdmin = inPoll(tell, owner, poll.admin_hash);
  const idea = await tell("As a member, submit an idea.", "options.create", {
    as: ada,
    in: { poll_id: poll.member_hash },
    body: { option: { content: "A bench under the tree", description: "Oak, two meters" } },
  });
  await asAdmin("As an admin, list the ideas to review.", "options.list", {
    query: { approval_state: "unreviewed" },
  });
  await asAdmin("As an admin, approve the idea and set its state.", "options.update", {
    in: { id: idea.id },
    body: { option: { approval_state: "approved", state: "planned" } },
  });
  const { cast } = await takePart(tell, ben, poll, { user_name: "Ben" });
  await cast("Vote for the idea.", idea, { vote: 1 });
  await tell("Read the idea with its rating.", "options.show", {
    as: ben,
    in: { poll_id: poll.member_hash, id: idea.id },
  });
};

const picture = () => new Blob([png(8, 6)], { type: "image/png" });

const gallery =
  (type: string, title: string): Told =>
  async (tell, { owner, ada, ben }) => {
    const poll = await pollOf(tell, owner, type, title, { allow_new_options: true });
    const photo = await tell("Upload a picture as a form.", "options.create", {
      as: ada,
      in: { poll_id: poll.member_hash },
      form: { "option[content]": "Morning fog", "option_attachments[]": picture() },
    });
    await tell("Turn it by 90 degrees.", "options.update", {
      as: ada,
      in: { poll_id: poll.member_hash, id: photo.id },
      form: { "option[rotation]": "90" },
    });
    const { cast } = await takePart(tell, ben, poll, { user_name: "Ben" });
    await cast("Give it five stars.", photo, { vote: 5 });
    await results(tell, ben, poll);
  };

const videoGallery: Told = async (tell, { owner, ben }) => {
  const poll = await pollOf(tell, owner, "Polls::VideoGallery", "Best trailer");
  const video = await optionOf(
    tell,
    owner,
    poll,
  )("Add a film from a video site.", {
    content: "The first trailer",
    youtube_id: "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
  });
  const { cast } = await takePart(tell, ben, poll, { user_name: "Ben" });
  await cast("Give it four stars.", video, { vote: 4 });
  await results(tell, ben, poll);
};

/** A complete WAV file of silence. */
function wave(): Blob {
  const samples = 800;
  const bytes = Buffer.alloc(44 + samples);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8_000, 24);
  bytes.writeUInt32LE(8_000, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(samples, 40);
  bytes.fill(128, 44);
  return new Blob([bytes], { type: "audio/wav" });
}

const audioGallery: Told = async (tell, { owner, ben }) => {
  const poll = await pollOf(tell, owner, "Polls::AudioGallery", "Best jingle");
  const sound = await tell("Upload a sound as a form.", "options.create", {
    as: owner,
    in: { poll_id: poll.admin_hash },
    form: { "option[content]": "Jingle one", "option_attachments[]": wave() },
  });
  const { cast } = await takePart(tell, ben, poll, { user_name: "Ben" });
  await cast("Give it three stars.", sound, { vote: 3 });
  await results(tell, ben, poll);
};

const comparison: Told = async (tell, { owner, ada }) => {
  const poll = await pollOf(
    tell,
    owner,
    "Polls::PairwiseComparison",
    "Which logo?",
    {},
    { options: [{ content: "The fox" }, { content: "The owl" }] },
  );
  const asAda = inPoll(tell, ada, poll.member_hash);
  const { cast } = await takePart(tell, ada, poll, { user_name: "Ada" });
  const pair = await asAda("Read the pair on offer; the order may differ.", "options.list", {
    shuffled: true,
  });
  const winner = pair.find(({ content }: { readonly content: string }) => content === "The owl");
  await cast("Name the winner; the other option lost.", winner, { vote: 1 });
  await asAda("No pair is left.", "options.list");
  await results(tell, ada, poll);
};

const calendar: Told = async (tell, { owner, ada }) => {
  const poll = await pollOf(tell, owner, "Polls::AdventCalendar", "Advent at the office");
  const option = optionOf(tell, owner, poll);
  const open = await option("Add a door that is open.", {
    content: "Cookies in the kitchen",
    start_date: "2020-12-01",
  });
  const closed = await option("Add a door that opens later.", {
    content: "A surprise",
    start_date: "2040-12-24",
  });
  await tell("As a member, list the doors. A closed door shows only its date.", "options.list", {
    as: ada,
    in: { poll_id: poll.member_hash },
  });
  const { cast } = await takePart(tell, ada, poll, { user_name: "Ada" });
  await cast("Vote for the open door.", open, { vote: 1 });
  await cast("Votes on the closed door are refused.", closed, { vote: 1 }, 422);
};

/** A valid value for each vote type that simple options may have. */
const values: Readonly<Record<string, object>> = {
  "Votes::BooleanVote": { vote: -1 },
  "Votes::UpVote": { vote: 1 },
  "Votes::LikeVote": { vote: 1 },
  "Votes::HeartVote": { vote: 1 },
  "Votes::YesNoMaybeVote": { vote: 2 },
  "Votes::RatingVote": { vote: 4 },
  "Votes::RangeVote": { vote: 7 },
  "Votes::DotVote": { vote: 3 },
  "Votes::RankedVote": { vote: 1 },
  "Votes::EmojiVote": { vote: 5 },
  "Votes::NumberVote": { vote: 12.5 },
  "Votes::DateVote": { vote_text: "2030-06-01" },
};

const allClasses: Told = async (tell, { owner, ada }) => {
  for (const { name } of voteTypes.all.filter(({ simple }) => simple)) {
    const poll = await pollOf(
      tell,
      owner,
      "Polls::Voting",
      name,
      {},
      { settings: { vote_type: name }, options: [{ content: "An option" }] },
    );
    const [option] = poll.options;
    const { cast } = await takePart(tell, ada, poll, { user_name: "Ada" });
    await cast(`Cast a vote of the class ${name}.`, option, values[name] ?? {});
  }
};

/** Signs a browser in to the newest account. */
async function openSession({ db }: TestGateway): Promise<void> {
  const { id: accountId } = await db.prisma.account.findFirstOrThrow({ orderBy: { id: "desc" } });
  const expiresAt = new Date("2031-01-01T00:00:00Z");
  const digest = Buffer.from(newPublicId());
  const browser = "Firefox, Windows";
  await db.prisma.accountSession.create({
    data: { accountId, digest, browser, expiresAt, createdAt: new Date() },
  });
}

/** Adds a passkey to the newest account. Only devices make keys. */
async function addPasskey({ db }: TestGateway): Promise<void> {
  const { id } = await db.prisma.account.findFirstOrThrow({ orderBy: { id: "desc" } });
  await buildPasskey(db, id);
}

const account =
  (gateway: TestGateway): Told =>
  async (tell, { owner }) => {
    await tell("Show the account.", "account.show", { as: owner });
    await tell("Change its name.", "account.update", {
      as: owner,
      body: { account: { name: "Ada Lovelace" } },
    });
    await tell("Replace the public token.", "account.tokens.rotate", {
      as: owner,
      in: { kind: "public" },
    });
    const token = await tell(
      "Create a named token for a program that only reads.",
      "account.tokens.create",
      {
        as: owner,
        body: {
          token: {
            name: "Nightly report",
            kind: "private",
            scope: "read",
            expires_at: "2030-12-31T23:00:00.000Z",
          },
        },
      },
    );
    await tell("List the named tokens.", "account.tokens.list", { as: owner });
    await tell("Move its expiry to a later date.", "account.tokens.update", {
      as: owner,
      in: { id: token.id },
      body: { token: { expires_at: "2031-12-31T23:00:00.000Z" } },
    });
    await tell("Delete it.", "account.tokens.delete", { as: owner, in: { id: token.id } });
    await openSession(gateway);
    const [session] = await tell("List the browsers that are signed in.", "account.sessions.list", {
      as: owner,
    });
    await tell("Sign one of them out.", "account.sessions.delete", {
      as: owner,
      in: { id: session.id },
    });
    await addPasskey(gateway);
    const [passkey] = await tell("List the passkeys.", "account.passkeys.list", { as: owner });
    await tell("Give one another name.", "account.passkeys.update", {
      as: owner,
      in: { id: passkey.id },
      body: { passkey: { name: "Phone of the office" } },
    });
    await tell("Remove one.", "account.passkeys.delete", { as: owner, in: { id: passkey.id } });
    await tell(
      "Start to receive the money of one's own polls.",
      "account.connectedAccount.connect",
      {
        as: owner,
        body: { connected_account: { country: "DE" } },
      },
    );
    await tell(
      "Check whether the connected account accepts payments.",
      "account.connectedAccount.show",
      {
        as: owner,
      },
    );
    await tell("Let the operator receive the money again.", "account.connectedAccount.disconnect", {
      as: owner,
    });
    await tell("Request a mail with a sign-in link.", "account.signIn", {
      as: null,
      body: { email: "ada@example.org", return_to: "/account" },
    });
    await pollOf(tell, owner, "Polls::Voting", "Lunch");
    const polls = await tell("List the polls of the account.", "polls.list", { as: owner });
    await tell("Show one of them.", "polls.show", {
      as: owner,
      in: { poll_hash: polls[0].member_hash },
    });
    await tell("Import its options from a CSV; a row without content is refused.", "polls.import", {
      as: owner,
      in: { poll_id: polls[0].admin_hash },
      body: { kind: "options", csv: "content,description\nThe harbor kitchen,Fish\n,Nameless\n" },
    });
    const one = { poll_id: polls[0].admin_hash };
    await tell("Give it a cover.", "polls.cover.set", {
      as: owner,
      in: one,
      form: { "cover[attachment]": picture() },
    });
    await tell("Give it another one, as JSON.", "polls.cover.set", {
      as: owner,
      in: one,
      body: { cover: { attachment: `data:image/png;base64,${png(8, 6).toString("base64")}` } },
    });
    await tell("Remove the cover.", "polls.cover.remove", { as: owner, in: one });
    await tell("Duplicate it, to ask the same again.", "polls.duplicate", {
      as: owner,
      in: { poll_id: polls[0].admin_hash },
      body: { poll: { title: "The same again" } },
    });
    const moved = await tell("Replace its admin hash.", "polls.adminHash.replace", {
      as: owner,
      in: { poll_id: polls[0].admin_hash },
    });
    await tell("Delete it, by its new admin hash.", "polls.delete", {
      as: owner,
      in: { poll_hash: moved.admin_hash },
    });
  };

const invitations: Told = async (tell, { owner, ada }) => {
  const poll = await pollOf(
    tell,
    owner,
    "Polls::Voting",
    "The jury decides",
    { jury_mode: true },
    { settings: { participant_limitation_type: "check_invitation" } },
  );
  const here = { poll_id: poll.admin_hash };
  const [first, second] = await tell("Invite two persons to the jury.", "invitations.create", {
    as: owner,
    in: here,
    body: { invitations: [{ email: "ada@example.org", jury: true }, { jury: true }] },
  });
  await takePart(tell, ada, poll, { user_name: "Ada", invitation: first.code });
  await tell("List the invitations. One of them is used.", "invitations.list", {
    as: owner,
    in: here,
  });
  await tell("Remind those who have not answered, with a sentence.", "reminders.send", {
    as: owner,
    in: here,
    body: { message: "We order on Friday, so please answer before." },
  });
  await tell("Withdraw the other one.", "invitations.withdraw", {
    as: owner,
    in: { ...here, id: second.id },
  });
};

const confirmed: Told = async (tell, { owner, ada }) => {
  const poll = await pollOf(
    tell,
    owner,
    "Polls::Voting",
    "One vote for each address",
    { double_opt_in: true },
    { options: [{ content: "The fox" }] },
  );
  const [option] = poll.options;
  const { participant, cast } = await takePart(tell, ada, poll, {
    user_name: "Ada",
    optin_email: "ada@example.org",
  });
  await cast("The vote is held until the address is confirmed.", option, { vote: 1 }, 422);
  const here = { poll_id: poll.member_hash, id: participant.id };
  await tell("Continue on another device with the personal link.", "participants.link.create", {
    as: ada,
    in: here,
  });
  await tell("End the link, and the other devices.", "participants.link.revoke", {
    as: ada,
    in: here,
  });
  await tell("Send the mail again, to a corrected address.", "participants.optIn.resend", {
    as: ada,
    in: { poll_id: poll.member_hash, id: participant.id },
    body: { optin_email: "ada.lovelace@example.org" },
  });
};

const soldVotes =
  (gateway: TestGateway): Told =>
  async (tell, { owner, ada }) => {
    const poll = await pollOf(
      tell,
      owner,
      "Polls::Voting",
      "The charity contest",
      { voting_fee: 100, voting_fee_title: "Votes for the charity" },
      {
        settings: { vote_type: "Votes::UpVote", voting_fee_type: "voting_sell_votes" },
        options: [{ content: "Team one" }],
      },
    );
    const [option] = poll.options;
    const { cast } = await takePart(tell, ada, poll, { user_name: "Ada" });
    await cast("Buy five votes. Send the payer to `url`.", option, { vote: 5 });
    await payFor(gateway);
    const here = { poll_id: poll.admin_hash };
    const { payments } = await tell("List the payments.", "payments.list", { as: owner, in: here });
    await tell("Refund two of the votes.", "payments.refund", {
      as: owner,
      in: { ...here, id: payments[0].id },
      body: { refund: { votes: 2 } },
    });
  };

/**
 * Writes what the payment worker writes when the provider reports the money of the newest payment.
 */
async function payFor({ db }: TestGateway): Promise<void> {
  const { id } = await db.prisma.payment.findFirstOrThrow({ orderBy: { id: "desc" } });
  await db.prisma.payment.update({
    where: { id },
    data: {
      state: "paid",
      received: 500,
      credited: 5,
      checkouts: {
        create: { attempt: 1, state: "paid", sessionId: newPublicId(), expiresAt: new Date() },
      },
    },
  });
}

const organizations =
  (gateway: TestGateway): Told =>
  async (tell, { owner }) => {
    const { id } = await tell("Create an organization.", "organizations.create", {
      as: owner,
      body: { organization: { name: "The harbor" } },
    });
    const other = await signUp(gateway.db, { name: "Grace", email: "grace@example.org" });
    const { publicId } = await gateway.db.prisma.account.findUniqueOrThrow({
      where: { id: other.id },
    });
    await tell("Add a member by the id of its account.", "organizations.members.add", {
      as: owner,
      in: { id },
      body: { member: { account_id: publicId } },
    });
    await tell("Invite an address.", "organizations.members.add", {
      as: owner,
      in: { id },
      body: { member: { email: "ada@example.org", role: "admin" } },
    });
    const member = { id, account_id: publicId };
    await tell("Make the member an admin.", "organizations.members.update", {
      as: owner,
      in: member,
      body: { member: { role: "admin" } },
    });
    await tell("List the members.", "organizations.members.list", { as: owner, in: { id } });
    await tell("Create a poll of the organization.", "polls.create", {
      as: owner,
      query: { organization_id: id },
      body: { poll: { title: "Where do we moor?" } },
    });
    await tell("Remove the member.", "organizations.members.remove", { as: owner, in: member });
    await tell("List the organizations.", "organizations.list", { as: owner });
  };

const webhooks =
  (gateway: TestGateway): Told =>
  async (tell, { owner }) => {
    const { id } = await tell("Create a webhook, and store its secret.", "webhooks.create", {
      as: owner,
      body: {
        webhook: {
          url: "https://client.example/polls",
          events: ["option.created", "results.changed"],
        },
      },
    });
    const webhook = await gateway.db.prisma.webhook.findUniqueOrThrow({ where: { publicId: id } });
    await buildDelivery(gateway.db, webhook, { type: "results.changed", state: "failed" });
    await tell("List the webhooks.", "webhooks.list", { as: owner });
    await tell("Show the webhook.", "webhooks.show", { as: owner, in: { id } });
    const [delivery] = await tell("List its deliveries.", "webhooks.deliveries.list", {
      as: owner,
      in: { id },
    });
    await tell("Send a delivery again.", "webhooks.deliveries.redeliver", {
      as: owner,
      in: { id, delivery_id: delivery.id },
    });
    await tell("Send a test event.", "webhooks.test", { as: owner, in: { id } });
    await tell("Disable the webhook.", "webhooks.update", {
      as: owner,
      in: { id },
      body: { webhook: { status: "off" } },
    });
    await tell("Replace its secret.", "webhooks.secret.roll", { as: owner, in: { id } });
    await tell("Delete the webhook.", "webhooks.delete", { as: owner, in: { id } });
  };

const dates: Told = async (tell, { owner, ada }) => {
  const poll = await pollOf(
    tell,
    owner,
    "Polls::Voting",
    "When do we meet?",
    { timezone: "Europe/Berlin" },
    {
      settings: { option_type: "Options::DatetimeOption", vote_type: "Votes::YesNoMaybeVote" },
    },
  );
  const here = { as: owner, in: { poll_id: poll.admin_hash } };
  const option = optionOf(tell, owner, poll);
  const one = await option("Add a date and time, in the time zone of the poll.", {
    start_date: "2040-06-01T18:00",
  });
  const move = { ...here, in: { ...here.in, id: one.id } };
  await tell("Move it to another day.", "options.update", {
    ...move,
    body: { option: { start_date: "2040-06-02T18:00" } },
  });
  await tell("Delete it.", "options.delete", move);
  const series = await tell("Add two times on each Friday of the month.", "options.createSeries", {
    ...here,
    body: {
      series: {
        days: ["2040-06-01"],
        times: ["18:00", "20:00"],
        weekly: true,
        until: "2040-06-30",
      },
    },
  });
  const [first = "", second = ""] = series.ids as readonly string[];
  const [invitation] = await tell("Invite two people by mail.", "invitations.create", {
    ...here,
    body: { invitations: [{ email: "ada@example.org" }, { email: "ben@example.org" }] },
  });
  const { cast } = await takePart(tell, ada, poll, {
    user_name: "Ada",
    invitation: invitation.code,
  });
  await cast("Yes to the first time …", { id: first }, { vote: 2 });
  await cast("… and maybe to the second one.", { id: second }, { vote: 1 });
  await tell("See how many people a reminder reaches.", "reminders.show", here);
  await tell("Remind those who have not answered.", "reminders.send", here);
  await tell("List the best dates first.", "options.list", {
    ...here,
    query: { sort: "options.rating desc", per_page: "2" },
  });
  const secret = String(poll.calendar_url).split("/").at(-2) ?? "";
  await tell("Read the calendar, as programs that subscribe to it.", "polls.calendar", {
    as: null,
    in: { calendar_secret: secret },
  });
  await tell("See how many participants it reaches.", "polls.decision.recipients", here);
  await tell("Decide the final date, which closes the poll and mails it.", "polls.decision.make", {
    ...here,
    body: { option_ids: [first] },
  });
  await tell("Download it for a calendar.", "polls.decision.file", here);
  await tell("Withdraw the decision, which opens the poll again.", "polls.decision.withdraw", here);
};

/**
 * All stories of the documentation: one for each type of polls, and others for the rest of the API.
 */
export function storiesOf(gateway: TestGateway): readonly Story[] {
  const story = (type: string | null, title: string, about: string, told: Told): Story => ({
    type,
    title,
    about,
    async tell(tell) {
      const made = await signUp(gateway.db, {
        name: "Ada",
        email: `${title.replace(/\W+/g, "-").toLowerCase()}@example.org`,
      });
      const app = { kind: "public", token: made.publicToken } as const;
      await told(tell, {
        owner: { kind: "private", token: made.privateToken },
        ada: { ...app, identifier: ADA },
        ben: { ...app, identifier: BEN },
      });
    },
  });
  return [
    story(
      "Polls::Voting",
      "A voting with stars",
      "Participants give options a value. The vote type decides which values are possible. Admins may change votes and participants of others.",
      voting,
    ),
    story(
      "Polls::Survey",
      "A survey that branches",
      "Options at the top level are steps, shown in the order of their positions. Settings of a step decide which options it has and how they are voted on. A participant is `complete` once no mandatory answer is missing.",
      survey,
    ),
    story(
      "Polls::Table",
      "A table to fill in",
      "A participant is a row, an option is a column, and a vote is a cell. Admins may change every cell.",
      table,
    ),
    story(
      "Polls::Collection",
      "A collection of ideas",
      "Members submit ideas, admins set their state, and everyone votes on them. With `allow_comments`, participants discuss each idea on its page; with `require_approval`, an admin approves ideas and comments before others see them.",
      collection,
    ),
    story(
      "Polls::PhotoGallery",
      "A contest of photos",
      "Options are photos. Several files in one request can form a group, which receives votes as one option.",
      gallery("Polls::PhotoGallery", "Photo of the month"),
    ),
    story(
      "Polls::ImageGallery",
      "A gallery of images",
      "Options are images. `rotation` turns an image without another upload.",
      gallery("Polls::ImageGallery", "Poster of the year"),
    ),
    story(
      "Polls::VideoGallery",
      "A gallery of films",
      "Options are films: uploaded files, or videos on a video site.",
      videoGallery,
    ),
    story(
      "Polls::AudioGallery",
      "A gallery of sounds",
      "Options are sounds. `playback` has their length, loudness and a link to play them once `processing` is over.",
      audioGallery,
    ),
    story(
      "Polls::PairwiseComparison",
      "A comparison in pairs",
      "A participant reads a pair of options and names the winner, until no pair is left. The ranking is computed from all judgments.",
      comparison,
    ),
    story(
      "Polls::AdventCalendar",
      "A calendar with doors",
      "Options are doors. Before its `start_date`, members see only the date of a door.",
      calendar,
    ),
    story(null, "Every vote type", "One vote of each type that takes plain options.", allClasses),
    {
      ...story(
        null,
        "Finding a date among people",
        "A poll whose options are dates. Times without an offset are read in the time zone of the poll. Series, reminders and the decision are on the [admin page](../reference/pages.md#final-dates) too.",
        dates,
      ),
      guide: "dates",
    },
    story(
      null,
      "The account",
      "What an account can do with itself and its polls.",
      account(gateway),
    ),
    story(null, "Invitations", "Each code lets one participant join the poll.", invitations),
    story(null, "Confirmed addresses", "Votes count once the address is confirmed.", confirmed),
    story(
      null,
      "Sold votes",
      "The value of a vote is the number of votes to buy.",
      soldVotes(gateway),
    ),
    story(null, "Organizations", "Accounts share polls.", organizations(gateway)),
    story(null, "Webhooks", "The service sends events to a URL of the client.", webhooks(gateway)),
  ];
}
