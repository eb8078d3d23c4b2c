/**
 * How many requests one connection may send ahead of their answers. Browsers and proxies wait for
 * each answer. A flood doesn't: a few megabytes of short requests kept the process busy for most of
 * a minute, since all requests that arrive together are taken up at once.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const maxUnanswered = 16;

const unanswered = Symbol("unanswered");
type CountedSocket = Socket & { [unanswered]?: number };

/**
 * Hands on requests while few wait on their connection. The first beyond the limit is refused, by
 * an answer that ends the connection; later ones are ignored, because it ends before their turn.
 */
export function limitPipelining(
  listener: RequestListener,
  refuse: (req: IncomingMessage, res: ServerResponse) => void,
): RequestListener {
  return (req, res) => {
    const socket: CountedSocket = req.socket;
    const waiting = (socket[unanswered] ?? 0) + 1;
    socket[unanswered] = waiting;
    if (waiting <= maxUnanswered) {
      res.once("close", () => {
        socket[unanswered] = (socket[unanswered] ?? 1) - 1;
      });
      return listener(req, res);
    }
    if (waiting === Number.POSITIVE_INFINITY) return;
    // Whatever is answered meanwhile, the connection takes no more requests.
    socket[unanswered] = Number.POSITIVE_INFINITY;
    refuse(req, res);
    socket.pause();
  };
}
