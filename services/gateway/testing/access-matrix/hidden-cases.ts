import { buildOption } from "@polls/testing";
import { storeVotes } from "../store-votes";
import { type Case, optionOf, type Twin, type Twins } from "./twins";

/** A case for each setting that hides something from members. */
export function hiddenCases({
  gateway,
  member,
  voter,
  nameVotes,
  cast,
  asOwner,
}: Twins): Readonly<Record<string, Case>> {
  const memberVotes = async (twin: Twin) => {
    await storeVotes(gateway.db, twin.poll, [
      { by: twin.participants[0], on: optionOf(twin, 1), value: 1 },
    ]);
  };
  const votesHappen = async (twin: Twin, which: "first" | "second") => {
    await cast(twin, 1, 1, which === "first" ? 1 : -1);
    await cast(twin, 1, 3, 1);
    await cast(twin, 2, which === "first" ? 2 : 3, 1);
    if (which === "second") await cast(twin, 2, 0, 1);
    await hideVotes(twin);
  };
  async function castAndWithdraw({ poll, options, participants: [{ publicId }] }: Twin) {
    const path = `/api/v1/polls/${poll.memberHash}`;
    const caller = { token: member.privateToken };
    const { body } = await gateway.request(`POST ${path}/votes`, {
      ...caller,
      body: { voter_id: publicId, option_id: options[2]?.publicId, vote: { vote: 1 } },
    });
    expect((await gateway.request(`GET ${path}/results`, caller)).status).toBe(200);
    const { status } = await gateway.request(`DELETE ${path}/votes/${body.id}`, caller);
    expect(status).toBe(204);
  }
  /** Hides all votes but the first, which is the member's. */
  const hideVotes = async (twin: Twin) => {
    const [, hidden] = await nameVotes(twin);
    if (hidden === undefined) throw new Error("there is no vote of others");
    twin.hidden.set("votes", hidden);
  };

  return {
    "the votes of others, under hide_results": {
      settings: { hide_results: true, default_sort: "options.rating desc" },
      differ: memberVotes,
      happens: votesHappen,
    },
    "the votes of others, under hide_votes until closed": {
      settings: { hide_votes: true, default_sort: "options.average_rating desc" },
      differ: memberVotes,
      happens: votesHappen,
    },
    "the votes of others, under after_own_vote, for a member that has withdrawn its votes": {
      settings: { results_visible: "after_own_vote", default_sort: "options.rating desc" },
      async differ() {},
      async happens(twin, which) {
        await castAndWithdraw(twin);
        await votesHappen(twin, which);
      },
    },
    "the votes of others in a gallery, under hide_results": {
      settings: { hide_results: true, vote_type: "Votes::UpVote" },
      type: "Polls::ImageGallery",
      differ: memberVotes,
      async happens(twin, which) {
        await cast(twin, which === "first" ? 1 : 2, which === "first" ? 1 : 3, 1);
        await hideVotes(twin);
      },
    },
    "the options that an admin picked, under hidden_best_rating": {
      settings: { hidden_best_rating: true, counting_method: "approval" },
      async differ(twin) {
        await storeVotes(gateway.db, twin.poll, [
          { by: twin.participants[1], on: optionOf(twin, 1), value: 1 },
        ]);
        await nameVotes(twin);
      },
      async happens(twin, which) {
        const { publicId } = optionOf(twin, which === "first" ? 1 : 2);
        const option = { selected: true, state_change_message: "The jury's choice" };
        await asOwner(twin, `PATCH options/${publicId}`, { option });
      },
    },
    "the participants marked as fraudulent or on the jury, under hide_results": {
      settings: { hide_results: true },
      differ: memberVotes,
      async happens(twin, which) {
        const { publicId } = twin.participants[which === "first" ? 1 : 2];
        const voter = { fraudulent: true, jury: true };
        await asOwner(twin, `PATCH voters/${publicId}`, { voter });
        await nameVotes(twin);
      },
    },
    "the drawings of others, under a step": {
      settings: {},
      type: "Polls::Survey",
      async differ(twin, which) {
        const step = optionOf(twin, 1);
        await gateway.db.prisma.option.update({
          where: { id: step.id },
          data: { settings: { survey_step_type: "drawing" } },
        });
        const drawing = await buildOption(gateway.db, twin.poll, {
          type: "Options::DrawingOption",
          parent: step,
          content: which,
          ownerKey: `user:${voter.id}`,
        });
        twin.hidden.set("options", drawing.publicId);
      },
    },
    "the answers of others to inputs of a survey": {
      settings: {},
      type: "Polls::Survey",
      async differ(twin, which) {
        const { poll, participants, names } = twin;
        const step = optionOf(twin, 1);
        await gateway.db.prisma.option.update({
          where: { id: step.id },
          data: { settings: { survey_step_type: "input" } },
        });
        const ask = (inputType: string, settings: object) =>
          buildOption(gateway.db, poll, {
            type: "Options::InputOption",
            parent: step,
            inputType,
            settings: { ...settings },
          });
        const name = await ask("text", {});
        const drink = await ask("radio", { allowed_values: ["tea", "coffee"] });
        names.set(name.publicId, "input-name").set(drink.publicId, "input-drink");
        const drinks = which === "first" ? ["tea", "coffee"] : ["coffee", "tea"];
        await storeVotes(gateway.db, poll, [
          { by: participants[0], on: name, text: "The member", type: "Votes::TextVote" },
          { by: participants[1], on: name, text: `The ${which}`, type: "Votes::TextVote" },
          ...[participants[1], participants[2]].map((by, at) => ({
            by,
            on: drink,
            text: drinks[at],
            type: "Votes::TextVote",
          })),
        ]);
        await hideVotes(twin);
      },
    },
    "the participants and their votes, under hidden_participants": {
      settings: { hidden_participants: true },
      async differ(twin, which) {
        const [, one, two] = twin.participants;
        const [first, second] = which === "first" ? [one, two] : [two, one];
        await gateway.db.prisma.participant.update({
          where: { id: first.id },
          data: { userName: `Somebody of the ${which}`, changedByAdmin: which === "first" },
        });
        await storeVotes(gateway.db, twin.poll, [
          { by: twin.participants[0], on: optionOf(twin, 1), value: 1 },
          { by: first, on: optionOf(twin, 1), value: 1 },
          { by: second, on: optionOf(twin, 2), value: -1 },
        ]);
        await nameVotes(twin);
        twin.hidden.set("voters", one.publicId);
      },
    },
    "options of others, under hide_options": {
      settings: { hide_options: true, counting_method: "approval" },
      async differ(twin, which) {
        const option = optionOf(twin, which === "first" ? 1 : 3);
        await gateway.db.prisma.option.update({
          where: { id: option.id },
          data: { content: `Only in the ${which}`, description: which },
        });
        twin.hidden.set("options", optionOf(twin, 2).publicId);
      },
    },
    "names of authors, under hidden_author_name": {
      settings: { hidden_author_name: true },
      async differ(twin, which) {
        const { id } = optionOf(twin, 1);
        const authorName = which === "first" ? "Ada" : "Grace";
        await gateway.db.prisma.option.update({ where: { id }, data: { authorName } });
      },
    },
    "names of images, under hidden_image_name": {
      settings: {
        hidden_image_name: true,
        allow_search: true,
        default_sort: "options.content asc",
      },
      type: "Polls::ImageGallery",
      async differ(twin, which) {
        const names = which === "first" ? ["Ada", "Bea", "Cleo"] : ["Zoe", "Ada", "Bea"];
        for (const [at, content] of names.entries()) {
          const { id } = optionOf(twin, at + 1);
          await gateway.db.prisma.option.update({ where: { id }, data: { content } });
        }
      },
    },
    "the content of a door before its day": {
      settings: {},
      type: "Polls::AdventCalendar",
      async differ(twin, which) {
        const { id } = optionOf(twin, 1);
        const startDate = new Date("2030-12-24T00:00:00Z");
        const data = which === "first" ? { content: "Nuts" } : { content: "Gold", subtitle: "24" };
        await gateway.db.prisma.option.update({ where: { id }, data: { startDate, ...data } });
      },
    },
    "options that are not approved, archived or not paid": {
      settings: { require_approval: true, submission_fee: 500 },
      async differ(twin, which) {
        const hidden = await buildOption(gateway.db, twin.poll, { approvalState: "unreviewed" });
        twin.hidden.set("options", hidden.publicId);
        if (which === "first") return;
        await buildOption(gateway.db, twin.poll, { archived: true });
        await buildOption(gateway.db, twin.poll, { paid: false });
        const child = await buildOption(gateway.db, twin.poll, { approvalState: "disapproved" });
        await storeVotes(gateway.db, twin.poll, [
          { by: twin.participants[1], on: optionOf(twin, 1), value: 0 },
        ]);
        await gateway.db.prisma.vote.updateMany({
          where: { pollId: twin.poll.id },
          data: { optionId: child.id },
        });
      },
    },
    "participants whose opt-in is pending, with their held votes": {
      settings: { double_opt_in: true, require_voter_name: false },
      async differ() {},
      async happens(twin, which) {
        if (which === "first") return;
        const path = `POST /api/v1/polls/${twin.poll.memberHash}`;
        const { body, status } = await gateway.as(voter, `${path}/voters`, {
          voter: { optin_email: "grace@example.org" },
        });
        expect(status).toBe(201);
        const held = await gateway.as(voter, `${path}/votes`, {
          voter_id: body.id,
          option_id: optionOf(twin, 1).publicId,
          vote: { vote: 1 },
        });
        expect(held.body.code).toBe("opt_in_pending");
        twin.hidden.set("voters", body.id);
      },
    },
  };
}
