import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";

const gateway = shareGateway();

const ask = (email: string) => gateway.request("POST /api/v1/account/sign_in", { body: { email } });

test("an address with a wildcard of patterns belongs to its own account alone", async () => {
  await signUp(gateway.db, { email: "aab@example.org" });
  const { id } = await signUp(gateway.db, { email: "a_b@example.org" });
  for (const email of ["A_b@example.org", "a%b@example.org"])
    expect((await ask(email)).status).toBe(202);
  const sent = await gateway.db.prisma.mail.findMany({
    where: { address: { in: ["a_b@example.org", "aab@example.org", "a%b@example.org"] } },
    include: { signIn: true },
    orderBy: { id: "asc" },
  });
  expect(sent.map(({ address, kind, signIn }) => [address, kind, signIn?.accountId])).toEqual([
    ["a_b@example.org", "sign_in", id],
    // It has no account: its link leads to sign-up.
    ["a%b@example.org", "sign_up", null],
  ]);
});
