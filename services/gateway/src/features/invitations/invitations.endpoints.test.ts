// Covers docs/reference/errors.md: codes-of-participants
// Covers docs/reference/participants.md: invitations, jury

import { answered } from "../../../testing/answered";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";

const gateway = shareGateway();
const owner = shareAccount(gateway);

const invitedPoll = () =>
  owner.buildPoll({
    settings: { participant_limitation_type: "check_invitation", jury_mode: true },
  });
type Hashes = { readonly memberHash: string };
const invite = (
  { memberHash }: Hashes,
  invitations: readonly object[],
  token = owner.privateToken,
) => gateway.inPoll({ memberHash }, { token }, "POST /invitations", { invitations });
const join = ({ memberHash }: Hashes, invitation: string, identifier = "u1") =>
  gateway.inPoll({ memberHash }, { token: owner.publicToken, identifier }, "POST /voters", {
    voter: { user_name: "Ada", invitation },
  });

test("an invitation's code and link are returned once, and only the digest is stored", async () => {
  const poll = await invitedPoll();
  const { status, body } = await invite(poll, [{ email: "ada@example.org", jury: true }, {}]);
  expect(status).toBe(201);
  expect(body[0]).toEqual({
    id: expect.any(String),
    email: "ada@example.org",
    jury: true,
    used: false,
    used_at: null,
    mail_state: "queued",
    code: expect.stringMatching(/^[\w-]{22}$/),
    url: `https://polls.example/p/${poll.memberHash}?invitation=${body[0].code}`,
  });
  const listed = await gateway.inPoll(poll, owner, "GET /invitations");
  expect(listed.headers.get("X-Total-Count")).toBe("2");
  expect(listed.body.map((one: object) => Object.keys(one).sort())).toEqual(
    Array(2).fill(["email", "id", "jury", "mail_state", "used", "used_at"]),
  );
  expect(listed.text).not.toContain(body[0].code);
});

test("a code creates one participant, who is on the jury if the invitation says so", async () => {
  const poll = await invitedPoll();
  const { body } = await invite(poll, [{ jury: true }]);
  const joined = await join(poll, body[0].code);
  expect([joined.status, joined.body.jury]).toEqual([201, true]);
  expect((await join(poll, body[0].code, "u2")).body.code).toBe("invitation_invalid");
});

test("a used invitation cannot be withdrawn: 422", async () => {
  const poll = await invitedPoll();
  const { body } = await invite(poll, [{}]);
  await join(poll, body[0].code);
  const answer = await gateway.inPoll(poll, owner, `DELETE /invitations/${body[0].id}`);
  expect([answer.status, answer.body.code]).toEqual([422, "invitation_used"]);
});

test("an invitation whose participant was deleted can be used again, or withdrawn and made again", async () => {
  const poll = await owner.buildPoll();
  const invitations = [{ email: "ada@example.org" }];
  const { body } = await invite(poll, invitations);
  const [{ code, id }] = body;
  const leave = async () => {
    const joined = await join(poll, code);
    expect(joined.status).toBe(201);
    const left = await gateway.inPoll(poll, owner, `DELETE /voters/${joined.body.id}`);
    expect(left.status).toBe(204);
  };
  await leave();
  await leave();
  const listed = await gateway.inPoll(poll, owner, "GET /invitations");
  expect(listed.body).toMatchObject([{ id, used: false, used_at: expect.any(String) }]);
  expect((await invite(poll, invitations)).body.code).toBe("already_invited");
  expect((await gateway.inPoll(poll, owner, `DELETE /invitations/${id}`)).status).toBe(204);
  expect((await join(poll, code)).body.code).toBe("invitation_invalid");
  expect((await invite(poll, invitations)).status).toBe(201);
});

test("of 16 concurrent uses of one code one succeeds", async () => {
  const poll = await invitedPoll();
  const { body } = await invite(poll, [{}]);
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => answered(() => join(poll, body[0].code, `u${index}`))),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
});

test("a withdrawn code and a code of another poll are not valid", async () => {
  const [poll, other] = [await invitedPoll(), await invitedPoll()];
  const { body } = await invite(poll, [{}, {}]);
  expect((await join(other, body[0].code)).body.code).toBe("invitation_invalid");
  const path = `/api/v1/polls/${poll.memberHash}/invitations/${body[0].id}`;
  const withdraw = () => gateway.as(owner, `DELETE ${path}`);
  expect((await withdraw()).status).toBe(204);
  expect((await withdraw()).status).toBe(404);
  expect((await join(poll, body[0].code)).body.code).toBe("invitation_invalid");
});

test("invitations are listed newest first, and a request creates 1 to 1,000", async () => {
  const poll = await invitedPoll();
  const [first, second] = [await invite(poll, [{}]), await invite(poll, [{}])];
  const listed = await gateway.inPoll(poll, owner, "GET /invitations");
  expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([
    second.body[0].id,
    first.body[0].id,
  ]);
  expect((await invite(poll, [])).status).toBe(422);
  expect((await invite(poll, Array(1_000).fill({}))).status).toBe(201);
  expect((await invite(poll, Array(1_001).fill({}))).status).toBe(422);
});

test("a wrong code is refused even if no invitation is required, and a valid one is used", async () => {
  const poll = await owner.buildPoll();
  const { body } = await invite(poll, [{ jury: true }]);
  expect((await join(poll, "nonsense")).body.code).toBe("invitation_invalid");
  expect((await join(poll, body[0].code)).body.jury).toBe(true);
});

test("null means no address and not on the jury", async () => {
  const { status, body } = await invite(await invitedPoll(), [{ email: null, jury: null }]);
  expect([status, body[0].email, body[0].jury]).toEqual([201, null, false]);
});

test("invitations are for admins: 404 for members, 422 for an invalid body", async () => {
  const poll = await invitedPoll();
  expect((await invite(poll, [{}], (await signUp(gateway.db)).privateToken)).status).toBe(404);
  const { status, body } = await invite(poll, [{ email: "nobody" }]);
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(["invitations.0.email"]);
});
