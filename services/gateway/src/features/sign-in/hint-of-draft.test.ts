// Covers docs/reference/pages.md: drafts-of-new-polls

import { mailedLink } from "../../../testing/mailed-link";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";

const gateway = shareGateway();
const ask = (email: string, more: object) =>
  gateway.request("POST /api/v1/account/sign_in", { body: { email, ...more } });

test.each([
  ["/polls/new#choice-0a1b", true],
  ["/polls/new#choice", false],
])("the page of a link to %s says in which browser a draft waits: %s", async (return_to, says) => {
  for (const has of [true, false]) {
    const email = `hint-${says}-${has}@example.org`;
    if (has) await signUp(gateway.db, { email });
    await ask(email, { return_to });
    const { text } = await gateway.request(`GET ${await mailedLink(gateway, email)}`);
    expect(text.includes("If you made it on another device")).toBe(says);
  }
});
