/**
 * Limits the number of pipelined requests per connection. Browsers and proxies wait for each
 * response. An attacker doesn't: a few megabytes of short requests kept the process busy for most
 * of a minute, because Node starts all requests that arrive together.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const maxUnanswered = 16;

const unanswered = Symbol("unanswered");
type CountedSocket = Socket & { [unanswered]?: number };

/**
 * Passes requests on unless too many on the same connection are waiting for a response. The first
 * one over the limit is rejected with a response that closes the connection. Later ones are
 * ignored, because the connection closes before they would be handled.
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
    // The connection accepts no more requests, even after some responses are sent.
    socket[unanswered] = Number.POSITIVE_INFINITY;
    refuse(req, res);
    socket.pause();
  };
}
