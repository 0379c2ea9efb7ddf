import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { InvalidEnvironment } from "./parse-env";
import { withSecretFiles } from "./secret-files";

const directory = mkdtempSync(path.join(tmpdir(), "polls-secrets-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const fileOf = (text: string): string => {
  const file = path.join(directory, "secret");
  writeFileSync(file, text);
  return file;
};

test("a secret is read from its file, without the trailing line break", () => {
  const APP_SECRET_FILE = fileOf("a secret in a file\r\n");
  expect(withSecretFiles({ APP_SECRET_FILE, PORT: "1", APP_SECRET: " " })).toEqual({
    APP_SECRET_FILE,
    PORT: "1",
    APP_SECRET: "a secret in a file",
  });
});

test("a key of several lines is kept complete", () => {
  const DKIM_PRIVATE_KEY_FILE = fileOf("-----BEGIN\nkey\n-----END\n");
  expect(withSecretFiles({ DKIM_PRIVATE_KEY_FILE }).DKIM_PRIVATE_KEY).toBe(
    "-----BEGIN\nkey\n-----END",
  );
});

test("only secrets may be in files", () => {
  expect(withSecretFiles({ PORT_FILE: fileOf("1") })).not.toHaveProperty("PORT");
});

test("all problems are reported at once, without values", () => {
  const read = () =>
    withSecretFiles({
      APP_SECRET: "canary",
      APP_SECRET_FILE: fileOf(" \n"),
      DATABASE_URL_FILE: path.join(directory, "canary"),
      SMTP_URL_FILE: path.join(directory, "secret"),
    });
  expect(read).toThrow(InvalidEnvironment);
  expect(read).toThrow(
    [
      "  APP_SECRET and APP_SECRET_FILE are both set: keep one",
      "  DATABASE_URL_FILE is the path of a file that cannot be read",
      "  SMTP_URL_FILE is the path of an empty file",
    ].join("\n"),
  );
  expect(read).not.toThrow(/canary/);
});
