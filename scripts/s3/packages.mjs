import { aptInstall } from "../setup/apt-install.mjs";
import { spawnSync } from "../setup/children.mjs";

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
export async function lacksForCeph() {
  if (missing().length > 0) await aptInstall(missing());
  const still = missing();
  return still.length === 0 ? undefined : `it lacks ${still.join(", ")}`;
}

const missing = () =>
  Object.entries(programs).flatMap(([program, name]) => (isHere(program) ? [] : [name]));
