// `npm run test:s3`: files in a bucket of a real S3 server (Ceph), which it starts and stops. As root on Debian it
// installs missing programs. Elsewhere it lists them and skips the test.
import { startCeph } from "./s3/start-ceph.mjs";
import { aptInstall } from "./setup/apt-install.mjs";
import { spawnSync } from "./setup/children.mjs";
import { answerHelp } from "./setup/help.mjs";
import { say } from "./setup/say.mjs";

/** Program → the package of Debian that has it. */
const programs = {
  "ceph-mon": "ceph-mon",
  "ceph-osd": "ceph-osd",
  ceph: "ceph-common",
  radosgw: "radosgw",
  setpriv: "util-linux",
};

const isHere = (program) => spawnSync("which", [program], { stdio: "ignore" }).status === 0;

/** The programs that are missing for a Ceph, after root on Debian has tried to install them; undefined if none is. */
async function lacksForCeph() {
  if (missing().length > 0) await aptInstall(missing());
  const still = missing();
  return still.length === 0 ? undefined : `it lacks ${still.join(", ")}`;
}

const missing = () =>
  Object.entries(programs).flatMap(([program, name]) => (isHere(program) ? [] : [name]));

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
  process.argv.splice(2, 0, "--all", "libs/storage", "tests/storage", "-w", "1", "--verbose");
  await import("./test.mjs");
} finally {
  await ceph.stop();
}
