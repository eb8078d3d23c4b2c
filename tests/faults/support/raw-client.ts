/** A client that sends arbitrary bytes and reads the response. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawClient {
  socket: Socket;
  /** Everything received so far. */
  received(): string;
  /** The status of the first response; undefined until it has arrived. */
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
  // The server may close the connection while the client is still writing.
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
