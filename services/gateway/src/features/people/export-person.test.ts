import { buildOrganization, buildWebhook } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { exportPerson } from "./export-person";

const { db } = shareGateway();

test("the webhooks of an organization are exported to its only member, and not to one of several", async () => {
  const email = "ada@example.org";
  const [ada, ben] = [await signUp(db, { email }), await signUp(db)];
  const own = await buildOrganization(db, { members: [[ada.id, "owner"]] });
  const shared = await buildOrganization(db, {
    members: [
      [ada.id, "owner"],
      [ben.id, "member"],
    ],
  });
  const owners = [
    { ownerAccountId: ada.id },
    { ownerOrganizationId: own.id },
    { ownerOrganizationId: shared.id },
  ];
  const built = [];
  for (const owner of owners) built.push(await buildWebhook(db, owner));
  const data = await exportPerson([db], email);
  const ids = data?.account?.webhooks.map(({ publicId }) => publicId);
  expect(ids).toEqual(built.slice(0, 2).map(({ publicId }) => publicId));
});
