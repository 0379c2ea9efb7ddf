import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";

const certificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The path of a file with certificates of authorities in PEM format, read as its certificates. */
export const authorities = z.string().transform((path, context): readonly string[] => {
  try {
    const found = readFileSync(path, "utf8").match(certificate) ?? [];
    for (const one of found) new X509Certificate(one);
    if (found.length > 0) return found;
  } catch {
    // Said below.
  }
  context.addIssue({
    code: "custom",
    message: "must be the path of a readable file with certificates in PEM format",
  });
  return z.NEVER;
});
