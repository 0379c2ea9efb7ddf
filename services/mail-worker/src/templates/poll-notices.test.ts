// Covers docs/reference/mails.md: kinds, opting-out
// Covers docs/reference/translations.md: reading

import { newLink } from "@polls/db/tokens";
import { buildOption, buildParticipant, buildPoll } from "@polls/testing";
import { notSent, shareMails, start, withheld } from "../../testing/share-mails";

const { fixture, keys, sent, optOut } = shareMails();

describe("a mail about what happened in a poll", () => {
  const address = "ada@example.net";
  interface Facts {
    readonly settings?: object;
    readonly poll?: object;
    readonly option?: object;
    readonly notice?: object;
    readonly participant?: object;
  }
  async function noticed(kind: "votes" | "result" | "state_change", facts: Facts = {}) {
    const poll = await buildPoll(fixture.db, {
      title: "Ideas",
      type: "Polls::Collection",
      settings: {
        notify_votes: "daily",
        notify_result: true,
        notify_state_changes: true,
        deadline_voting: "2030-06-15T11:00:00.000Z",
        ...facts.settings,
      },
      ...facts.poll,
    });
    const option = await buildOption(fixture.db, poll, {
      content: "Bench",
      state: "in_implementation",
      stateChangeMessage: "In May.",
      ...facts.option,
    });
    const participant = await buildParticipant(fixture.db, poll, {
      optinEmail: address,
      confirmedAt: new Date(start),
      ...facts.participant,
    });
    const optionId = kind === "state_change" ? option.id : null;
    const notice = await fixture.db.prisma.pollNotice.create({
      data: { pollId: poll.id, kind, optionId, ...facts.notice },
    });
    const { nonce } = newLink(keys().mailLinks.signing, "unsubscribe", address);
    const participantId = participant.id;
    const owned = kind === "votes" ? { nonce } : { participantId };
    return { poll, option, mail: { kind, address, pollNoticeId: notice.id, ...owned } };
  }

  test("tells the owner how many people have voted", async () => {
    const { poll, mail } = await noticed("votes", { notice: { ballots: 12, fresh: 3 } });
    const { mail: got } = await sent(mail);
    expect(got?.subject).toBe("New votes: Ideas");
    expect(got?.text).toContain("3 more people have voted.");
    expect(got?.text).toContain("So far, 12 people have voted.");
    expect(got?.text).toContain(`https://polls.example/p/${poll.memberHash}/results`);
    const first = await noticed("votes", { notice: { ballots: 1, fresh: 1 } });
    const { mail: only } = await sent({ ...first.mail, language: "de" });
    expect(only?.text).toContain("Bisher hat eine Person abgestimmt.");
    expect(only?.text).not.toContain("weitere");
  });

  test("leads a participant to the result", async () => {
    const { poll, mail } = await noticed("result");
    const { mail: got } = await sent(mail);
    expect(got?.subject).toBe("The result is in: Ideas");
    expect(got?.text).toContain(`https://polls.example/p/${poll.memberHash}/results`);
    expect(got?.text).toContain("Stop e-mails like this");
    const { mail: german } = await sent({ ...(await noticed("result")).mail, language: "de" });
    expect(german?.subject).toBe("Das Ergebnis steht fest: Ideas");
  });

  test("tells a voter the state of an idea, as the owner calls it, with the message", async () => {
    const { poll, option, mail } = await noticed("state_change");
    const { mail: got } = await sent(mail);
    expect(got?.text).toContain("You voted for this idea: Bench\n\nIt is now being worked on.");
    expect(got?.text).toContain("In May.");
    expect(got?.text).toContain(`https://polls.example/p/${poll.memberHash}/o/${option.publicId}`);
    const settings = { state_labels: { in_implementation: "Wird gebaut" } };
    const named = await noticed("state_change", { settings });
    const { mail: german } = await sent({ ...named.mail, language: "de" });
    expect(german?.text).toContain("Die Bearbeitung ist jetzt: Wird gebaut");
  });

  const translated: Facts = {
    settings: {
      language: "en",
      state_labels: { in_implementation: "In the works" },
      translations: {
        de: { title: "Ideen", state_labels: { in_implementation: "In Arbeit" } },
      },
    },
    option: { settings: { translations: { de: { content: "Bank" } } } },
  };
  test.each([
    ["de", "Ideen", "Bank", "In Arbeit"],
    ["en", "Ideas", "Bench", "In the works"],
  ])(
    "has the texts of the poll for a participant in the language %s",
    async (language, ...texts) => {
      const { mail } = await noticed("state_change", translated);
      const { mail: got } = await sent({ ...mail, language });
      for (const text of texts) expect(got?.text).toContain(text);
    },
  );

  test("tells the owner the title as it was written", async () => {
    const { mail } = await noticed("votes", { ...translated, notice: { ballots: 1, fresh: 1 } });
    expect((await sent({ ...mail, language: "de" })).mail?.subject).toContain("Ideas");
  });

  test.each<["votes" | "result" | "state_change", string, Facts]>([
    ["votes", "is off", { settings: { notify_votes: null } }],
    ["votes", "is about a deleted poll", { poll: { deletedAt: new Date(0) } }],
    ["result", "is off", { settings: { notify_result: false } }],
    ["result", "is about an open poll", { settings: { deadline_voting: null } }],
    ["result", "is about hidden results", { settings: { results_visible: "never" } }],
    ["result", "has an address that is not confirmed", { participant: { confirmedAt: null } }],
    ["state_change", "is off", { settings: { notify_state_changes: false } }],
    ["state_change", "is about an archived idea", { option: { archived: true } }],
    ["state_change", "is about hidden ideas", { settings: { hide_options: true } }],
    ["state_change", "is about an idea to review", { option: { approvalState: "unreviewed" } }],
  ])("of the kind %s is not sent if it %s", async (kind, _case, facts) => {
    const { mail } = await noticed(kind, facts);
    expect(await sent(mail)).toMatchObject(notSent);
  });

  test.each(["result", "state_change"] as const)(
    "of the kind %s is withheld from an address that has opted out",
    async (kind) => {
      const { poll, mail } = await noticed(kind);
      await optOut(poll, address);
      expect(await sent(mail)).toMatchObject(withheld);
    },
  );
});

describe("a mail to a participant who moved up from a waiting list", () => {
  const address = "ada@example.net";
  async function movedUp(participant: object = {}, poll: object = {}) {
    const built = await buildPoll(fixture.db, {
      title: "Course",
      settings: { participant_limit: 1 },
      ...poll,
    });
    const { id } = await buildParticipant(fixture.db, built, {
      optinEmail: address,
      confirmedAt: new Date(start),
      ...participant,
    });
    return { poll: built, mail: { kind: "moved_up", address, participantId: id } };
  }

  test("leads to the poll, in its language", async () => {
    const { poll, mail } = await movedUp();
    const { mail: got } = await sent(mail);
    expect(got?.subject).toBe("You have a place: Course");
    expect(got?.text).toContain("You can vote now.");
    expect(got?.text).toContain(`https://polls.example/p/${poll.memberHash}`);
    const { mail: german } = await sent({ ...(await movedUp()).mail, language: "de" });
    expect(german?.subject).toBe("Sie haben einen Platz: Course");
  });

  test.each<[string, object, object]>([
    ["gave the place up meanwhile", { place: "given_up" }, {}],
    ["has an address that is not confirmed", { confirmedAt: null }, {}],
    ["waits again", { place: "waiting" }, {}],
    ["finds the poll closed", {}, { status: "closed" }],
    ["finds the poll deleted", {}, { deletedAt: new Date(0) }],
  ])("is not sent if the participant %s", async (_case, participant, poll) => {
    const { mail } = await movedUp(participant, poll);
    expect(await sent(mail)).toMatchObject(notSent);
  });

  test("is withheld from an address that has opted out", async () => {
    const { poll, mail } = await movedUp();
    await optOut(poll, address);
    expect(await sent(mail)).toMatchObject(withheld);
  });
});
