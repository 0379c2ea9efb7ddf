import type { Poll } from "@polls/domain/polls";
import { voteWordsIn } from "@polls/markup";
import { buildOption, buildParticipant } from "@polls/testing";
import readWorkbook from "read-excel-file/node";
import type { ExportView } from "../src/features/exports/export-row";
import { shareAccount, shareGateway } from "./share-gateway";

type Exported = Pick<Poll, "memberHash">;

/** Polls whose owner exports them. A file of tests shares the gateway and the owner. */
export function shareExportedPolls() {
  const gateway = shareGateway();
  const owner = shareAccount(gateway);

  async function votedPoll() {
    const poll = await owner.buildPoll({
      settings: {
        additional_attributes: {
          "1": { title: "Town", type: "text", required: false, allowed_values: [] },
          "2": { title: "Shoe", type: "text", required: false, allowed_values: [], removed: true },
        },
      },
    });
    const option = await buildOption(gateway.db, poll, { content: '=2+2, "quoted"' });
    const participant = await buildParticipant(gateway.db, poll, {
      ownerKey: `user:${owner.id}`,
      userName: "Ada",
      optinEmail: "ada@example.org",
      additionalAttributes: { "1": "London", "2": "42" },
    });
    const { body } = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      token: owner.privateToken,
      body: { voter_id: participant.publicId, option_id: option.publicId, vote: { vote: -1 } },
    });
    return { poll, option, participant, vote: body };
  }

  const exported = ({ memberHash }: Exported, extension: string, token = owner.privateToken) =>
    gateway.request(`GET /api/v1/polls/${memberHash}/export.${extension}`, { token });

  const exportedIn = (
    { memberHash }: Exported,
    extension: string,
    headers: Readonly<Record<string, string>>,
  ) =>
    gateway.request(`GET /api/v1/polls/${memberHash}/export.${extension}`, {
      token: owner.privateToken,
      headers,
    });

  /** Reads the rows of each sheet with a spreadsheet library. */
  async function sheetsOf(
    { memberHash }: Exported,
    headers: Readonly<Record<string, string>> = {},
    file = "export.xlsx",
  ) {
    const line = `GET /api/v1/polls/${memberHash}/${file}`;
    const { bytes, status } = await gateway.request(line, { token: owner.privateToken, headers });
    expect(status).toBe(200);
    const sheets = await readWorkbook(bytes);
    return new Map(sheets.map(({ sheet, data }) => [sheet, data]));
  }

  /** Builds a poll in which 1,000 participants have voted on this number of options. */
  async function largePoll(options: number) {
    const poll = await owner.buildPoll();
    const { prisma } = gateway.db;
    await prisma.$executeRaw`
      INSERT INTO participants (public_id, poll_id, owner_key, user_name, confirmed_at)
      SELECT ${String(poll.id)} || '-voter-' || n, ${poll.id}, 'anonymous:' || n, 'Voter ' || n, now()
      FROM generate_series(1, 1000) n`;
    const optionIds: bigint[] = [];
    for (let number = 1; number <= options; number++) {
      const { id } = await buildOption(gateway.db, poll, { position: number });
      optionIds.push(id);
      await prisma.$executeRaw`
        INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, value)
        SELECT p.id || '-' || ${String(id)}, ${poll.id}, p.id, ${id}, 'Votes::BooleanVote', 1
        FROM participants p WHERE p.poll_id = ${poll.id}`;
    }
    return { poll, optionIds };
  }

  return { gateway, owner, votedPoll, largePoll, exported, exportedIn, sheetsOf };
}

export const viewOf = (poll: Poll): ExportView => ({
  poll,
  reader: { ...voteWordsIn("en"), timezone: poll.settings.timezone },
  fileUrl: (storageKey) => `https://polls.example/${storageKey}`,
});
