import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { z } from "zod";

const MAX_BYTES = 200_000;

const contentTypes: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
};

export interface OperatorLogo {
  readonly contentType: string;
  readonly extension: string;
  readonly body: Buffer;
}

/** Parses the variable with the path of a logo. The file is read once, at the start. */
export const operatorLogo = z.string().transform((path, context): OperatorLogo => {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  const extension = extname(path).toLowerCase();
  const contentType = contentTypes[extension];
  if (contentType === undefined) return refuse("must be the path of a .svg, .png, .webp or .jpg");
  try {
    const body = readFileSync(path);
    return body.length > MAX_BYTES
      ? refuse("must be a file of 200 kB at most")
      : { contentType, extension, body };
  } catch {
    return refuse("must be the path of a file that can be read");
  }
});
