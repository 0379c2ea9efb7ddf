import { linkToken } from "@polls/db/tokens";
import type { TestGateway } from "./start-gateway";

/** The page of each kind of mail. */
const pages = {
  sign_in: "sign-in",
  sign_up: "sign-up",
  membership: "join",
  opt_in: "opt-in",
} as const;

const isPurpose = (kind: string): kind is keyof typeof pages => Object.hasOwn(pages, kind);

/** The path of the link in the newest mail to an address: to sign in or up, to join an organization, or to confirm it. */
export async function mailedLink(
  { db, deps }: Pick<TestGateway, "db" | "deps">,
  address: string,
): Promise<string> {
  const { kind, nonce } = await db.prisma.mail.findFirstOrThrow({
    where: { address, kind: { in: Object.keys(pages) } },
    orderBy: { id: "desc" },
  });
  if (nonce === null || !isPurpose(kind)) throw new Error("the mail has no link");
  const token = linkToken(deps.config.keys.mailLinks.signing, { purpose: kind, nonce, address });
  return `/${pages[kind]}/${token}`;
}
