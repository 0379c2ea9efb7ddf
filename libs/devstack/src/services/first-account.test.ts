import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureFirstAccount } from "./first-account";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "polls-account-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** A command line of the gateway that answers calls in this order, each with an exit code and output. */
function answering(...answers: readonly (readonly [number, unknown])[]): void {
  const folder = path.join(root, "services/gateway/dist/cli");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(root, "answers.json"), JSON.stringify(answers));
  fs.writeFileSync(
    path.join(folder, "main.js"),
    `const fs = require("node:fs");
    const [[code, said], ...others] = JSON.parse(fs.readFileSync("answers.json", "utf8"));
    fs.writeFileSync("answers.json", JSON.stringify(others));
    fs.appendFileSync("calls.txt", process.argv.slice(2, 4).join(" ") + "\\n");
    console.log(JSON.stringify(said));
    process.exitCode = code;`,
  );
}

const calls = () => fs.readFileSync(path.join(root, "calls.txt"), "utf8").trim().split("\n");
const ensure = () =>
  ensureFirstAccount({ root, from: "dist", dataDir: root, env: {}, url: "http://127.0.0.1:1" });

test("a command that fails because the database does not answer in time is repeated", async () => {
  answering(
    [1, "the database does not answer"],
    [1, "the database does not answer"],
    [0, { private_token: "psk_1", public_token: "ppk_1" }],
  );
  expect(await ensure()).toMatchObject({ privateToken: "psk_1", publicToken: "ppk_1" });
  expect(calls()).toEqual(["account create", "account list", "account create"]);
});

test("an account that exists gets new tokens", async () => {
  answering(
    [1, "email already belongs to an account"],
    [0, [{ email: "developer@example.com" }]],
    [0, { token: "psk_2" }],
    [0, { token: "ppk_2" }],
  );
  expect(await ensure()).toMatchObject({ privateToken: "psk_2", publicToken: "ppk_2" });
});
