import { linkToken } from "@polls/db/tokens";
import type { TestGateway } from "./start-gateway";

/** The page of each mail of an account. */
const pages = { sign_in: "sign-in", sign_up: "sign-up", membership: "join" } as const;

const isPurpose = (kind: string): kind is keyof typeof pages => Object.hasOwn(pages, kind);

/** The path of the link in the newest mail of an account to an address: to sign in or up, or to join an organization. */
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
