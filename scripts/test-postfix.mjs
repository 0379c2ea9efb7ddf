// `npm run test:postfix`: mails over a real Postfix with STARTTLS and AUTH. As root on Debian it installs missing
// programs. Elsewhere the tests list the missing programs and are skipped.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { answerHelp } from "./setup/help.mjs";
import { say } from "./setup/say.mjs";

answerHelp(import.meta.filename);

const packages = ["postfix", "sasl2-bin", "libsasl2-modules", "openssl"];
const isInstalled = (name) => existsSync(`/usr/share/doc/${name}`);

const missing = packages.filter((name) => !isInstalled(name));
if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
  say(`Installing ${missing.join(", ")} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "-y", "-q", "--no-install-recommends", ...missing];
  const run = (args) => spawnSync("apt-get", args, { env, stdio: "ignore" }).status === 0;
  if (!run(install) && !(run(["update", "-q"]) && run(install))) say("They cannot be installed.");
}
process.argv.splice(2, 0, "tests/mail/postfix", "--verbose");
await import("./test.mjs");
