import { spawnSync } from "node:child_process";
import { say } from "../setup/say.mjs";

const minutes = 60_000;
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
export function lacksForCeph() {
  if (missing().length > 0 && process.getuid?.() === 0 && isHere("apt-get")) install(missing());
  const still = missing();
  return still.length === 0 ? undefined : `it lacks ${still.join(", ")}`;
}

const missing = () =>
  Object.entries(programs).flatMap(([program, name]) => (isHere(program) ? [] : [name]));

function install(names) {
  say(`Installing ${names.join(", ")} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) =>
    spawnSync("apt-get", args, { env, stdio: "ignore", timeout: 10 * minutes }).status === 0;
  const installed = () => apt("install", "-y", "-q", "--no-install-recommends", ...names);
  // Package lists of a new machine are empty or old.
  if (!installed() && !(apt("update", "-q") && installed())) say("They cannot be installed.");
}
