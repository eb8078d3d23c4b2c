/**
 * How many connections are open at once, in all and from one address. A connection that begins a
 * request and never ends it costs a stranger nothing: without these limits, one computer kept all
 * others out. So when there are too many, those make room on which nothing is being done.
 */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { toCountedAddress } from "../http/client-address.ts";

export interface ConnectionLimits {
  /** How many connections are open at once. */
  maxConnections: number;
  /** How many of them one address may hold. Behind a proxy, addresses are unknown: infinity. */
  maxPerAddress: number;
}

interface ConnectionsOptions extends ConnectionLimits {
  /** The latest response on a connection, if there has been a request. */
  findResponse(socket: Socket): ServerResponse | undefined;
}

/** What is done on a connection, in the order in which they are closed. */
const ranks = ["idle", "receiving", "sending to a slow reader"] as const;
type Rank = (typeof ranks)[number] | "working";

/**
 * Closes connections when there are too many: of the address that has too many, or of the one that
 * has most. Idle ones go first, then those whose request is still arriving or hasn't begun, then
 * those whose client doesn't read the answer, the oldest of each first. If all are being worked on,
 * the new connection is closed.
 */
export function limitConnections(server: Server, options: ConnectionsOptions): void {
  const { maxConnections, maxPerAddress, findResponse } = options;
  /** The connections of each address, the oldest first. */
  const byAddress = new Map<string, Set<Socket>>();
  let total = 0;

  const makeRoom = (own: Set<Socket>, newest: Socket) => {
    for (const rank of ranks) {
      for (const socket of own) {
        if (socket !== newest && rankOf(findResponse(socket), socket) === rank) {
          return void socket.destroy();
        }
      }
    }
    newest.destroy();
  };

  const findMost = (): Set<Socket> | undefined => {
    let most: Set<Socket> | undefined;
    for (const own of byAddress.values()) if (own.size > (most?.size ?? 0)) most = own;
    return most;
  };

  server.on("connection", (socket: Socket) => {
    const address = toCountedAddress(socket.remoteAddress ?? "gone");
    const own = byAddress.get(address) ?? new Set();
    byAddress.set(address, own);
    own.add(socket);
    total += 1;
    let isCounted = true;
    // A destroyed connection closes in a later turn, before which many more may come.
    const forget = () => {
      if (!isCounted) return;
      isCounted = false;
      total -= 1;
      own.delete(socket);
      if (own.size === 0 && byAddress.get(address) === own) byAddress.delete(address);
    };
    socket.once("close", forget);
    const destroy = socket.destroy.bind(socket);
    socket.destroy = (error) => {
      forget();
      return destroy(error);
    };
    if (own.size > maxPerAddress) makeRoom(own, socket);
    else if (total > maxConnections) makeRoom(findMost() ?? own, socket);
  });
}

function rankOf(res: ServerResponse | undefined, socket: Socket): Rank {
  // A new connection is no idle one: its first request may be about to be read.
  if (!res?.req.complete) return "receiving";
  if (res.writableFinished) return "idle";
  return socket.writableLength > 0 ? "sending to a slow reader" : "working";
}
