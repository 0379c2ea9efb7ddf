import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "../../libs/devstack/children.cjs";

const isRoot = process.getuid?.() === 0;
const forRoot = isRoot ? test : test.skip;

const APT = `#!/bin/sh
[ "$1" = --version ] && exit 0
echo "$*" >>"$LOG"
case "$*" in *"$FAILS"*) exit 100 ;; esac`;

const timeout = spawnSync("which", ["timeout"], { encoding: "utf8" }).stdout.trim();

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "programs-"));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

function addProgram(name: string, script: string) {
  writeFileSync(join(place, name), script);
  chmodSync(join(place, name), 0o755);
}

/** Runs it on a machine that has only these programs. Returns what it says, and the commands that apt got. */
function install(apt: "works" | "is missing" | "cannot fetch", env: Record<string, string> = {}) {
  const log = join(place, "log");
  writeFileSync(log, "");
  symlinkSync(timeout, join(place, "timeout"));
  if (apt !== "is missing") addProgram("apt-get", APT);
  const code = `import { installPrograms } from ${JSON.stringify(join(__dirname, "programs.mjs"))};
    await installPrograms();`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", code],
    {
      encoding: "utf8",
      env: { PATH: place, LOG: log, FAILS: apt === "works" ? "\n" : "--download-only", ...env },
    },
  );
  expect([status, stdout]).toEqual([0, ""]);
  const commands = readFileSync(log, "utf8").trim().split("\n").filter(Boolean);
  return {
    says: stderr.trim(),
    commands: commands.map((line) => line.replace(/^.*Timeout=60 /, "")),
  };
}

forRoot("root fetches missing programs, then installs them without the network", () => {
  expect(install("works")).toEqual({
    says: "Installing redis-server, ffmpeg …",
    commands: [
      "install --download-only redis-server ffmpeg",
      "install --no-download redis-server ffmpeg",
    ],
  });
});

forRoot("where nothing can be fetched, nothing is installed, and the caller goes on", () => {
  expect(install("cannot fetch")).toEqual({
    says: "Installing redis-server, ffmpeg …\nredis-server, ffmpeg cannot be installed.",
    commands: [
      "install --download-only redis-server ffmpeg",
      "update",
      "install --download-only redis-server ffmpeg",
    ],
  });
});

test("without apt nothing happens", () => {
  expect(install("is missing")).toEqual({ says: "", commands: [] });
});

test("programs that are here or named are not installed", () => {
  addProgram("redis-server", "#!/bin/sh\n");
  expect(install("works", { FFMPEG_PATH: "/opt/ffmpeg" })).toEqual({ says: "", commands: [] });
});
