// `npm run test:postfix`: mails over a real Postfix with STARTTLS and AUTH. As root on Debian it installs missing
// programs. Elsewhere the tests list the missing programs and are skipped.
import { existsSync } from "node:fs";
import { aptInstall } from "./setup/apt-install.mjs";
import { answerHelp } from "./setup/help.mjs";

answerHelp(import.meta.filename);

const packages = ["postfix", "sasl2-bin", "libsasl2-modules", "openssl"];
const isInstalled = (name) => existsSync(`/usr/share/doc/${name}`);

const missing = packages.filter((name) => !isInstalled(name));
if (missing.length > 0) await aptInstall(missing);
process.argv.splice(2, 0, "--all", "tests/mail/postfix", "--verbose");
await import("./test.mjs");
