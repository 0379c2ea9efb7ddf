// Covers docs/reference/results.md: responses

import { newPublicId } from "@polls/db/tokens";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant, png, recordStatements } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { storeVotes } from "../../../testing/store-votes";
import type { NewAccount } from "../accounts/create-account";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const member = shareAccount(gateway);

const read = async (poll: Poll, query = "", { privateToken: token }: NewAccount = owner) =>
  gateway.request(`GET /api/v1/polls/${poll.memberHash}/responses${query}`, { token });

const post = async (poll: Poll, path: string, body: object, { privateToken: token } = member) => {
  const line = `POST /api/v1/polls/${poll.memberHash}/${path}`;
  const answer = await gateway.request(line, { token, body });
  expect(answer.status).toBe(201);
  return answer.body;
};

const picture = `data:image/png;base64,${png(8, 8).toString("base64")}`;

/** A survey with a question, a file and a drawing, which a member answers. */
async function answeredSurvey(settings: Readonly<Record<string, unknown>> = {}) {
  const poll = await owner.buildPoll({ type: "Polls::Survey", settings });
  const step = (type: string) =>
    buildOption(gateway.db, poll, {
      type: "Options::SurveyStep",
      settings: { survey_step_type: type },
    });
  const inputs = await step("input");
  const drawing = await step("drawing");
  const input = (inputType: string) =>
    buildOption(gateway.db, poll, { type: "Options::InputOption", parent: inputs, inputType });
  const [town, file] = [await input("text"), await input("file")];
  const participant = await buildParticipant(gateway.db, poll, {
    ownerKey: `user:${member.id}`,
    userName: "Ada",
  });
  const answer = (option: Option, text: string) =>
    post(poll, "votes", {
      voter_id: participant.publicId,
      option_id: option.publicId,
      vote: { vote_text: text },
    });
  const upload = ({ publicId }: Option) =>
    post(poll, "options", { option: { attachment: picture }, parent_option_id: publicId });
  const [document, sketch] = [await upload(file), await upload(drawing)];
  await answer(town, "Hamburg");
  await answer(file, document.id);
  return { poll, participant, town, document, sketch };
}

describe("responses (docs/reference/results.md#responses)", () => {
  test("have the participant, its votes, and its files and drawings with links", async () => {
    const { poll, participant, town, document, sketch } = await answeredSurvey();
    const { body } = await read(poll);
    expect(body).toHaveLength(1);
    const [{ voter, votes, votes_count, files }] = body;
    expect([voter.id, voter.user_name, votes_count]).toEqual([participant.publicId, "Ada", 2]);
    expect(votes.map((vote: { readonly vote: unknown }) => vote.vote)).toEqual([
      document.id,
      "Hamburg",
    ]);
    expect(votes[1].option_id).toBe(town.publicId);
    expect(files.map(({ id }: { readonly id: string }) => id)).toEqual([sketch.id, document.id]);
    for (const file of files) {
      const link = new URL(file.attachment.attachment_original_url);
      expect((await gateway.request(`GET ${link.pathname}${link.search}`)).status).toBe(200);
    }
  });

  test("have no other options of the participant, and no files of others", async () => {
    const { poll } = await answeredSurvey();
    await buildOption(gateway.db, poll, { ownerKey: `user:${member.id}` });
    await buildParticipant(gateway.db, poll, { ownerKey: "user:0" });
    const { body } = await read(poll);
    const counts = body.map(({ files }: { readonly files: readonly unknown[] }) => files.length);
    expect(counts).toEqual([0, 2]);
  });

  test("are anonymous with anonymize_voter_names: no drawing, and days in place of times", async () => {
    const { poll, document } = await answeredSurvey({ anonymize_voter_names: true });
    const [{ voter, votes, files }] = (await read(poll)).body;
    expect(voter.user_name).not.toBe("Ada");
    expect(files.map(({ id }: { readonly id: string }) => id)).toEqual([document.id]);
    for (const { created_at } of [voter, ...votes, ...files]) {
      expect(created_at).toMatch(/T00:00:00\.000Z$/);
    }
  });

  test("are 404 for members, as for an unknown poll", async () => {
    const { poll } = await answeredSurvey();
    const { status, body } = await read(poll, "", member);
    expect([status, body.code]).toEqual([404, "poll_not_found"]);
  });

  test("come in pages of at most 20 participants", async () => {
    const poll = await owner.buildPoll();
    for (let count = 0; count < 21; count++) await buildParticipant(gateway.db, poll);
    const sizes = [];
    for (const query of ["", "?per_page=100", "?per_page=20&page=2"]) {
      sizes.push((await read(poll, query)).body.length);
    }
    expect(sizes).toEqual([10, 20, 1]);
  });

  test("are read for a few participants at a time, and each has its own votes", async () => {
    const poll = await owner.buildPoll({ settings: { vote_type: "Votes::RatingVote" } });
    const option = await buildOption(gateway.db, poll);
    const values = Array.from({ length: 9 }, (_, at) => at + 1);
    await storeVotes(
      gateway.db,
      poll,
      values.map((value) => ({ on: option, value })),
    );
    const sent = recordStatements(gateway.db.pool);
    const { body } = await read(poll);
    const votes = body.map((one: { readonly votes: readonly { readonly vote: number }[] }) =>
      one.votes.map(({ vote }) => vote),
    );
    expect(votes).toEqual(values.map((value) => [value]).reverse());
    expect(sent.filter(({ text }) => text.includes("AS r(of_participant)"))).toHaveLength(3);
  });

  describe("in another order, or of those found by name", () => {
    const names = async (poll: Poll, query: Readonly<Record<string, string>>) => {
      const { body, headers } = await read(poll, `?${new URLSearchParams(query)}`);
      expect(headers.get("X-Total-Count")).toBe(String(body.length));
      return body.map(({ voter }: { readonly voter: { user_name: string } }) => voter.user_name);
    };
    const people = async (settings: Readonly<Record<string, unknown>> = {}) => {
      const poll = await owner.buildPoll({
        settings: { vote_type: "Votes::RatingVote", ...settings },
      });
      const option = await buildOption(gateway.db, poll);
      const participants: Participant[] = [];
      for (const userName of ["bea", "Ärne", "", "Zoë", "Adam"]) {
        participants.push(await buildParticipant(gateway.db, poll, { userName }));
      }
      const values = [4, 2, 4, 5];
      await storeVotes(
        gateway.db,
        poll,
        values.map((value, at) => ({ by: participants[at] as Participant, on: option, value })),
      );
      return { poll, participants, option_id: option.publicId };
    };

    test("names are sorted and found in any letter case", async () => {
      const { poll } = await people();
      const sorted = ["Adam", "Ärne", "bea", "Zoë", ""];
      expect(await names(poll, { sort: "voters.user_name asc" })).toEqual(sorted);
      expect(await names(poll, { sort: "voters.user_name desc" })).toEqual([
        ...["Zoë", "bea", "Ärne", "Adam", ""],
      ]);
      expect(await names(poll, { search: " EA " })).toEqual(["bea"]);
      expect(await names(poll, { search: "A", sort: "voters.user_name asc" })).toEqual([
        ...["Adam", "Ärne", "bea"],
      ]);
      expect(await names(poll, { search: "%" })).toEqual([]);
      expect(await names(poll, { sort: "voters.created_at asc", search: " " })).toEqual([
        ...["bea", "Ärne", "", "Zoë", "Adam"],
      ]);
    });

    test.each([
      ["muhlen", "Anna Mühlen"],
      ["MÜHLEN", "Anna Mühlen"],
      ["emile", "Émile"],
      ["E\u0301mile", "Émile"],
      ["rene", "Rene\u0301"],
      ["arné", "Ärne"],
      ["gross", "Groß"],
    ])("%s finds %s: accents are ignored", async (search, name) => {
      const { poll } = await people();
      for (const userName of ["Anna Mühlen", "Émile", "Rene\u0301", "Groß"]) {
        await buildParticipant(gateway.db, poll, { userName });
      }
      expect(await names(poll, { search })).toEqual([name]);
    });

    test("votes on an option are compared, then names; participants without one come last", async () => {
      const { poll, option_id } = await people();
      expect(await names(poll, { sort: "votes.vote desc", option_id })).toEqual([
        ...["Zoë", "bea", "", "Ärne", "Adam"],
      ]);
      expect(await names(poll, { sort: "votes.vote asc", option_id })).toEqual([
        ...["Ärne", "bea", "", "Zoë", "Adam"],
      ]);
      const search = { sort: "votes.vote asc", option_id, search: "e" };
      expect(await names(poll, search)).toEqual(["Ärne", "bea", "Zoë"]);
    });

    test("answers that are numbers are compared as numbers, others as texts", async () => {
      const poll = await owner.buildPoll();
      const option = await buildOption(gateway.db, poll);
      for (const text of ["10", "9", "rice", "-2.5", "Soup"]) {
        const by = await buildParticipant(gateway.db, poll, { userName: text });
        await gateway.db.prisma.vote.create({
          data: {
            publicId: newPublicId(),
            pollId: poll.id,
            participantId: by.id,
            optionId: option.id,
            type: "Votes::TextVote",
            text,
          },
        });
      }
      const query = { sort: "votes.vote asc", option_id: option.publicId };
      expect(await names(poll, query)).toEqual(["-2.5", "9", "10", "rice", "Soup"]);
    });

    test("names and times tell nothing with anonymize_voter_names, votes are compared", async () => {
      const { poll, participants, option_id } = await people({ anonymize_voter_names: true });
      const idsBy = async (query: Readonly<Record<string, string>>) =>
        (await read(poll, `?${new URLSearchParams(query)}`)).body.map(
          ({ voter }: { readonly voter: { id: string } }) => voter.id,
        );
      const random = participants.map(({ publicId }) => publicId).sort();
      expect(await idsBy({ sort: "voters.user_name asc" })).toEqual(random);
      expect(await idsBy({ sort: "voters.created_at asc", search: "bea" })).toEqual(random);
      const [bea, arne, none, zoe, adam] = participants.map(({ publicId }) => publicId);
      expect(await idsBy({ sort: "votes.vote desc", option_id })).toEqual([
        ...[zoe, ...[bea, none].sort(), arne, adam],
      ]);
    });

    test.each([
      ["sort=name", { sort: [expect.stringContaining("must be one of voters.created_at desc")] }],
      ["sort=votes.vote+asc", { option_id: ["is required"] }],
    ])("%s is refused", async (query, errors) => {
      const poll = await owner.buildPoll();
      const { status, body } = await read(poll, `?${query}`);
      expect([status, body.errors]).toEqual([422, errors]);
    });
  });
});
