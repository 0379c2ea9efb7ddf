import { existsSync } from "node:fs";
import path from "node:path";
import { spawnSync } from "../setup/children.mjs";
import { say } from "../setup/say.mjs";

/** The files of a project, without those that git ignores. Without git, says that the check is skipped, and ends it. */
export function filesOf(project) {
  const { status, stdout } = spawnSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: project, encoding: "utf8" },
  );
  if (status !== 0) {
    say("skipped: the files are not checked, because git does not list them");
    process.exit(0);
  }
  return stdout.split("\0").filter((name) => existsSync(path.join(project, name)));
}
