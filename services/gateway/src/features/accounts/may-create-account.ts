import type { PrismaTransaction } from "@polls/db/sql";
import { maySignUp } from "@polls/domain/access";
import type { Deps } from "../../deps";
import { emailAddress } from "./email-address";

/** Whether an address may get an account by itself (docs/operations.md#sign-up). */
export async function mayCreateAccount(
  { prisma }: PrismaTransaction,
  email: string,
  { signUp }: Pick<Deps["config"], "signUp">,
): Promise<boolean> {
  const address = emailAddress.safeParse(email);
  if (!address.success) return false;
  const invited = await prisma.signUpInvitation.count({ where: { address: address.data } });
  return maySignUp(signUp, address.data, invited > 0);
}
