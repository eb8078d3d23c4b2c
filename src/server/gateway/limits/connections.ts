/**
 * Limits the number of open connections, in total and per client address. It costs an attacker
 * nothing to open connections and never complete a request, so without these limits a single
 * machine could exhaust the server. When there are too many, connections without active work are
 * closed.
 */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { toCountedAddress } from "../../http/client-address.ts";

export interface ConnectionLimits {
  /** The maximum number of open connections. */
  maxConnections: number;
  /**
   * The maximum per client address. Infinity behind a proxy, because client addresses are unknown
   * there.
   */
  maxPerAddress: number;
}

interface ConnectionsOptions extends ConnectionLimits {
  /** The latest response on a connection, if there was a request. */
  findResponse(socket: Socket): ServerResponse | undefined;
}

/** The states in which a connection can be closed, in that order. */
const ranks = ["idle", "receiving", "sending to a slow reader"] as const;
type Rank = (typeof ranks)[number] | "working";

/**
 * Closes a connection when there are too many: one of the address that exceeds its limit, or else
 * of the address with the most connections. Idle ones are closed first, then those whose request is
 * incomplete, then those whose client doesn't read the response, oldest first. If all of them are
 * working, the new connection is closed.
 */
export function limitConnections(server: Server, options: ConnectionsOptions): void {
  const { maxConnections, maxPerAddress, findResponse } = options;
  /** The connections of each address, oldest first. */
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
    // A destroyed socket emits `close` only later, and many connections may arrive until then.
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
  // A new connection isn't idle, because its first request may be about to be read.
  if (!res?.req.complete) return "receiving";
  if (res.writableFinished) return "idle";
  return socket.writableLength > 0 ? "sending to a slow reader" : "working";
}
