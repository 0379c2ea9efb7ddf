import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "@polls/devstack/children";
import { atFileEnd } from "./at-file-end";

/** A directory on a small disk that nothing else uses. */
export interface SmallDisk {
  readonly directory: string;
  readonly resize: (bytes: number) => void;
}

/** Mounts a disk of a size, until the test file is over. Undefined unless the user is root. */
export function mountSmallDisk(bytes: number): SmallDisk | undefined {
  const directory = mkdtempSync(join(tmpdir(), "small-disk-"));
  const mount = (options: string) =>
    spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", directory]).status === 0;
  const isMounted = mount(`size=${bytes}`);
  atFileEnd("the small disk", async () => {
    if (isMounted) spawnSync("umount", [directory]);
    rmSync(directory, { recursive: true, force: true });
  });
  if (!isMounted) return undefined;
  chmodSync(directory, 0o755);
  return {
    directory,
    resize(size) {
      if (!mount(`remount,size=${size}`)) throw new Error("the small disk was not resized");
    },
  };
}
