/** A client that writes bytes as it likes, and reads what comes back. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawClient {
  socket: Socket;
  /** Everything that has come so far. */
  received(): string;
  /** The status of the first answer that has come; undefined before that. */
  status(): number | undefined;
  /** Resolves once the server has closed the connection. */
  closed: Promise<void>;
}

export async function connectRaw(url: string): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = "";
  socket.on("data", (data) => {
    text += data;
  });
  // The server may cut it off in the middle of what it writes.
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await once(socket, "connect");
  return {
    socket,
    received: () => text,
    status: () => {
      const found = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      return found === undefined ? undefined : Number(found);
    },
    closed,
  };
}
