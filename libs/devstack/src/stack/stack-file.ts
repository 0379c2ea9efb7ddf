import { randomUUID } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { UserError } from "../user-error";

/** The facts of a running stack, in `stack.json` of its data directory. */
export interface StackFacts {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  /** Absent if the queues are in PostgreSQL. */
  readonly redisUrl?: string;
  readonly services: Readonly<Record<string, ServiceFacts>>;
}

interface ServiceFacts {
  readonly pid: number;
  /** The port for requests of a gateway, or for health checks of a worker. */
  readonly port: number;
  readonly metricsPort: number;
}

interface StackFile extends Partial<StackFacts> {
  readonly id: string;
  readonly pid: number;
  readonly controlPort: number;
}

/** The exclusive right to run a stack on a data directory. */
export interface Claim {
  readonly publish: (facts: StackFacts) => void;
  readonly release: () => void;
}

const fileName = "stack.json";
/** A stack on a busy machine answers late. If it counted as ended, another one would take its directory. */
const claimAnswerMs = 10_000;
/** Commands wait for a silent stack for a shorter time, and then use what it wrote. */
const findAnswerMs = 2_000;

/**
 * Claims a data directory for one running stack, which proves itself by answering on a port:
 * process ids are reused. Throws `UserError` if one runs.
 */
export async function claimDataDir(dataDir: string): Promise<Claim> {
  fs.mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, fileName);
  const id = randomUUID();
  const control = net.createServer((socket) => {
    socket.on("error", () => undefined);
    socket.end(id);
  });
  await new Promise<void>((resolve, reject) => {
    control.once("error", reject);
    control.listen(0, "127.0.0.1", resolve);
  });
  control.unref();
  const { port: controlPort } = control.address() as net.AddressInfo;
  const draft = `${file}.${id}`;
  const write = (facts: Partial<StackFacts>) => {
    const content: StackFile = { id, pid: process.pid, controlPort, ...facts };
    // The file contains the database's password.
    fs.writeFileSync(draft, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  };
  write({});
  try {
    await take(draft, file, dataDir);
  } catch (error) {
    control.close();
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
  return {
    publish(facts) {
      write(facts);
      fs.renameSync(draft, file);
    },
    release() {
      control.close();
      fs.rmSync(file, { force: true });
    },
  };
}

/** Gives the file to one of several stacks that start at the same time. Throws `UserError` for the others. */
async function take(draft: string, file: string, dataDir: string): Promise<void> {
  while (!linked(draft, file)) {
    const before = read(file);
    const living = await readLiving(file);
    if (living !== undefined) throw alreadyRuns(living, dataDir);
    // A killed stack left the file. One stack at a time may replace it.
    const turn = `${file}.turn`;
    if (linked(draft, turn)) {
      try {
        if (read(file)?.id !== before?.id) continue;
        fs.renameSync(draft, file);
        return;
      } finally {
        fs.rmSync(turn, { force: true });
      }
    }
    if ((await readLiving(turn)) === undefined) fs.rmSync(turn, { force: true });
  }
}

/** Gives a file a second name, unless that is taken. */
function linked(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function alreadyRuns({ baseUrl, pid }: StackFile, dataDir: string): UserError {
  const where = baseUrl === undefined ? "" : ` at ${baseUrl}`;
  return new UserError(
    `The poll service is already running${where} on ${dataDir} (process ${pid}): use it, stop it, or choose another directory with DATA_DIR.`,
  );
}

/**
 * The running stack of a data directory, if any. One whose process lives and that is silent, for example on a busy
 * machine, is taken to run; `warn` then gets a sentence.
 */
export async function findStack(
  dataDir: string,
  warn: (sentence: string) => void = () => undefined,
): Promise<StackFacts | undefined> {
  const file = path.join(dataDir, fileName);
  const content = read(file);
  if (content === undefined) return undefined;
  const { id, pid, controlPort, baseUrl, databaseUrl, redisUrl, services } = content;
  const answer = await idOf(controlPort, findAnswerMs);
  if (answer === silent && isAlive(pid)) {
    const late = `The poll service (process ${pid}) has not answered within ${findAnswerMs / 1_000} s`;
    warn(`${late}. If that process is another program, delete ${file}.`);
  } else if (answer !== id) return undefined;
  if (baseUrl === undefined || databaseUrl === undefined || services === undefined)
    return undefined;
  return { baseUrl, databaseUrl, ...(redisUrl === undefined ? {} : { redisUrl }), services };
}

async function readLiving(file: string): Promise<StackFile | undefined> {
  const content = read(file);
  if (content === undefined) return undefined;
  return (await idOf(content.controlPort, claimAnswerMs)) === content.id ? content : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function read(file: string): StackFile | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")) as StackFile;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const silent = Symbol("silent");

/** Requests the id of the stack that listens on the port. `silent`: a program listens, and says nothing in time. */
function idOf(port: number, withinMs: number): Promise<string | typeof silent | undefined> {
  return new Promise((resolve) => {
    let said = "";
    const socket = net.connect(port, "127.0.0.1");
    socket.setTimeout(withinMs, () => {
      resolve(silent);
      socket.destroy();
    });
    socket.on("data", (bytes) => {
      said += bytes;
    });
    socket.once("error", () => resolve(undefined));
    socket.once("close", () => resolve(said === "" ? undefined : said));
  });
}
