import type { Db } from "@polls/db/connection";
import { newPublicId } from "@polls/db/tokens";

/** Stores a passkey that no device has, for tests that do not sign in with it. */
export const buildPasskey = ({ prisma }: Pick<Db, "prisma">, accountId: bigint) =>
  prisma.passkey.create({
    data: {
      accountId,
      publicId: newPublicId(),
      name: "My phone",
      host: "polls.example.org",
      credentialId: Buffer.from(newPublicId()),
      publicKey: Buffer.from("of no device"),
      counter: 0,
      createdAt: new Date(),
    },
  });
