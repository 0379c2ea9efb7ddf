// `npm run test:s3`: files in a bucket of a real S3 server (Ceph), which it starts and stops. As root on Debian it
// installs missing programs. Elsewhere it lists them and skips the test.
import { lacksForCeph } from "./s3/packages.mjs";
import { startCeph } from "./s3/start-ceph.mjs";
import { answerHelp } from "./setup/help.mjs";
import { say } from "./setup/say.mjs";

answerHelp(import.meta.filename);

const lack = await lacksForCeph();
if (lack !== undefined) {
  say(`skipped: no S3 server can be started here, as ${lack}.`);
  process.exit(0);
}
const ceph = await startCeph();
try {
  process.env.S3_TEST_ENDPOINT = ceph.endpoint;
  process.env.S3_TEST_KEY = ceph.key.access;
  process.env.S3_TEST_SECRET = ceph.key.secret;
  process.argv.splice(2, 0, "libs/storage", "tests/storage", "-w", "1", "--verbose");
  await import("./test.mjs");
} finally {
  await ceph.stop();
}
