import net from "node:net";

const answerDeadlineMs = 1_000;

/** The first chunk of a local Redis server's raw response to a command, if it responds. */
export function askRedis(port: number, words: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(encode(words)));
    socket.setTimeout(answerDeadlineMs, () => socket.destroy());
    socket.once("data", (bytes) => {
      resolve(bytes.toString());
      socket.destroy();
    });
    socket.once("error", () => resolve(undefined));
    socket.once("close", () => resolve(undefined));
  });
}

const encode = (words: readonly string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("")}`;
