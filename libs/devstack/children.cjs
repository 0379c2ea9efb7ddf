// The way in which the project starts processes; Biome refuses others. It needs no packages, because scripts use it
// before packages are installed.
// biome-ignore lint/style/noRestrictedImports: this file is the way that the rule names
const processes = require("node:child_process");
const { accessSync, constants } = require("node:fs");
const path = require("node:path");

/** The time from the signal to SIGKILL. */
const GRACE_TENTHS_OF_SECONDS = 20;

/**
 * The keeper: a shell in the process group of the command, at the end of a pipe that this process holds. If the pipe
 * closes, this process has ended, perhaps by SIGKILL: the keeper signals the group, and kills it after the grace. The
 * word `released` says that the command has ended: what it left in its group is killed. `setpriv --pdeathsig` would
 * end the command alone.
 */
const keeper = (pipe) => `
trap '' HUP INT QUIT TERM
PATH=/usr/bin:/bin
exec </dev/null >/dev/null 2>&1
read -r word <&${pipe}
if [ "$word" != released ]; then
  kill -s "$1" -- "-$$"
  tenths=0
  while kill -0 "$$" && [ "$tenths" -lt ${GRACE_TENTHS_OF_SECONDS} ]; do
    sleep 0.1
    tenths=$((tenths + 1))
  done
  [ -z "$2" ] || rm -rf -- "$2"
fi
kill -s KILL -- "-$$"`;

/** The shell becomes the command, which has the process id that this process knows. */
const becomeCommand = ({ pipe, ipc, unset }) => `
( ( ${ipc === -1 ? "" : `exec ${ipc}>&-`}
${keeper(pipe)}
) & )
${unset}
shift 2
exec ${pipe}>&-
exec "$@"`;

/** The shell waits for the command and ends the keeper: `spawnSync` returns when the pipe is closed. */
const waitForCommand = ({ pipe, unset }) => `
( ${keeper(pipe)}
) & keeper=$!
${unset}
shift 2
"$@" ${pipe}>&-
status=$?
kill -s KILL "$keeper"
exit "$status"`;

/** Variables that a shell adds to an environment. */
const ofShell = ["PWD", "OLDPWD", "SHLVL", "_"];

function inShell(script, command, args, options, { signal = "TERM", remove = "" } = {}) {
  const { stdio = "pipe", env = process.env } = options;
  const streams = Array.isArray(stdio) ? [...stdio] : [stdio, stdio, stdio];
  const ipc = streams.indexOf("ipc");
  const pipe = streams.push("pipe") - 1;
  const added = ofShell.filter((name) => env[name] === undefined);
  const unset = added.length === 0 ? "" : `unset ${added.join(" ")}`;
  return {
    args: [...["-c", script({ pipe, ipc, unset }), "sh", signal, remove], ...[command, ...args]],
    // The group of the command is separate: Ctrl-C in the terminal reaches this process, and the keeper ends the others.
    options: { ...options, stdio: streams, detached: true },
    pipe,
  };
}

/** Whether the system finds the command. If not, `node:child_process` gives the error that callers know. */
function isThere(command, { cwd = ".", env = process.env }) {
  const directories = command.includes("/") ? [cwd] : (env.PATH ?? "/usr/bin:/bin").split(":");
  return directories.some((directory) => {
    try {
      accessSync(path.resolve(directory, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function spawn(command, args = [], options = {}, ending = {}) {
  if (!isThere(command, options)) return processes.spawn(command, args, options);
  const shell = inShell(becomeCommand, command, args, options, ending);
  const child = processes.spawn("/bin/sh", shell.args, shell.options);
  const pipe = child.stdio?.[shell.pipe];
  pipe?.on("error", () => undefined).unref();
  // As of the command, for messages about it.
  Object.assign(child, { spawnfile: command, spawnargs: [command, ...args] });
  // This process waits for the end of the pipe, because "close" follows it.
  child.once("exit", () => pipe?.ref().end("released\n", () => pipe.destroy()));
  return child;
}

function spawnSync(command, args = [], options = {}) {
  if (!isThere(command, options)) return processes.spawnSync(command, args, options);
  const shell = inShell(waitForCommand, command, args, options);
  return processes.spawnSync("/bin/sh", shell.args, shell.options);
}

function fork(file, args = [], { execArgv = process.execArgv, ...options } = {}) {
  return spawn(process.execPath, [...execArgv, file, ...args], {
    ...options,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
}

function run(command, args = [], options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) {
      child[name].setEncoding("utf8").on("data", (text) => {
        said[name] += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) return resolve(said);
      const message = `${command} ${args.join(" ")} failed: ${said.stderr}`;
      reject(Object.assign(new Error(message), { code, signal, ...said }));
    });
  });
}

function runSync(command, args = [], options = {}) {
  const result = spawnSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: Number.POSITIVE_INFINITY,
    ...options,
  });
  if (result.error !== undefined) throw result.error;
  if (result.status === 0) return result.stdout;
  throw new Error(`${command} ${args.join(" ")} ended with ${result.status}`);
}

module.exports = { fork, run, runSync, spawn, spawnSync };
