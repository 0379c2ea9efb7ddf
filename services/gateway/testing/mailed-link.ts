import { linkToken } from "@polls/db/tokens";
import type { TestGateway } from "./start-gateway";

/** The path of the link in the newest sign-in or sign-up mail to an address. */
export async function mailedLink(
  { db, deps }: Pick<TestGateway, "db" | "deps">,
  address: string,
): Promise<string> {
  const { kind, nonce } = await db.prisma.mail.findFirstOrThrow({
    where: { address, signInId: { not: null } },
    orderBy: { id: "desc" },
  });
  if (nonce === null) throw new Error("the mail has no nonce");
  const purpose = kind === "sign_up" ? "sign_up" : "sign_in";
  const token = linkToken(deps.config.keys.mailLinks.signing, { purpose, nonce, address });
  return `/${purpose.replace("_", "-")}/${token}`;
}
