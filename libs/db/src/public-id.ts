import { randomBytes } from "node:crypto";

/** 128 random bits as 22 characters of base64url: every id and hash that clients see (decisions 2). */
export const newPublicId = (): string => randomBytes(16).toString("base64url");
