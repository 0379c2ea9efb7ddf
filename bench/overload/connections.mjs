import net from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");

/** Connections with one request at a time. `finished` gets its status; 0 if it broke. */
export function openConnections({ port, most, finished }) {
  const idle = [];
  let open = 0;

  function connect() {
    open++;
    const socket = net.connect(port, "127.0.0.1");
    socket.setNoDelay(true);
    const connection = { socket, request: undefined, parts: [] };
    socket.on("data", (chunk) => read(connection, chunk));
    socket.on("error", () => {});
    socket.on("close", () => {
      open--;
      const at = idle.indexOf(connection);
      if (at !== -1) idle.splice(at, 1);
      if (connection.request !== undefined) end(connection, 0);
    });
    return connection;
  }

  function read(connection, chunk) {
    // 408 to a connection that was idle for too long.
    if (connection.request === undefined) return connection.socket.destroy();
    connection.parts.push(chunk);
    const all = connection.parts.length === 1 ? chunk : Buffer.concat(connection.parts);
    const headEnd = all.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = all.latin1Slice(0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (all.length < headEnd + HEAD_END.length + length) return;
    connection.parts = [];
    end(connection, Number(head.slice(9, 12)));
    if (/connection: close/i.test(head)) connection.socket.destroy();
    else if (!connection.socket.destroyed) idle.push(connection);
  }

  function end(connection, status) {
    const { request } = connection;
    connection.request = undefined;
    finished(request, status);
  }

  return {
    /** Opens all connections, so that the load consists of requests and not of new connections. */
    async openAll() {
      while (open < most) idle.push(connect());
      await Promise.all(
        idle.map(
          ({ socket }) =>
            socket.connecting && new Promise((resolve) => socket.once("connect", resolve)),
        ),
      );
    },
    /** False if all connections are in use. */
    send(request, bytes) {
      // The connection that is idle for the longest time, because a gateway closes connections without data for 10 s.
      const connection = idle.shift() ?? (open < most ? connect() : undefined);
      if (connection === undefined) return false;
      connection.request = request;
      connection.socket.write(bytes);
      return true;
    },
  };
}
