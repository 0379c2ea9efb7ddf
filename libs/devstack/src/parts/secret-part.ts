import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { StackPart } from "../stack/part";

/** The secret for signed identifiers and links. It is created once, so that they stay valid. */
export const secretPart: StackPart = {
  name: "secret",
  unless: ["APP_SECRET"],
  start: async ({ settings: { dataDir } }) => {
    const file = path.join(dataDir, "app-secret");
    if (!fs.existsSync(file)) {
      fs.writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
    }
    return { env: { APP_SECRET: fs.readFileSync(file, "utf8").trim() } };
  },
};
