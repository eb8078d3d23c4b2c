/**
 * Limits pipelined requests. Browsers and proxies wait for each response. An attacker doesn't: a few
 * megabytes of short requests kept the process busy for most of a minute, because Node starts all
 * requests that arrive together. Bodies and responses behind a response that isn't sent would stay
 * in memory.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { hasBody } from "./body-limit.ts";

const maxUnanswered = 16;

const unanswered = Symbol("unanswered");
const waiting = Symbol("waiting");
const streaming = Symbol("streaming");
type CountedSocket = Socket & {
  [unanswered]?: number;
  /** Requests that are passed on later, in this order. */
  [waiting]?: (() => void)[];
  [streaming]?: boolean;
};

/**
 * Passes on one request of a connection at a time: the next one once the kernel has the whole
 * response. Rejects requests if too many on the same connection are waiting for a response, or if
 * one with a body arrives while another one is waiting. The first one over the limit is rejected with a
 * response that closes the connection. Later ones are ignored, because the connection closes before
 * they would be handled. A request behind an event stream closes the connection immediately.
 */
export function limitPipelining(
  listener: RequestListener,
  refuse: (req: IncomingMessage, res: ServerResponse) => void,
): RequestListener {
  return (req, res) => {
    const socket: CountedSocket = req.socket;
    if (socket[streaming]) return void socket.destroy();
    const number = (socket[unanswered] ?? 0) + 1;
    socket[unanswered] = number;
    if (number === 1 || (number <= maxUnanswered && !hasBody(req))) {
      res.once("close", () => {
        socket[unanswered] = (socket[unanswered] ?? 1) - 1;
        const passOn = socket[waiting]?.shift();
        if (socket.writable) passOn?.();
      });
      if (number === 1) return listener(req, res);
      socket[waiting] ??= [];
      socket[waiting].push(() => listener(req, res));
      return;
    }
    if (number === Number.POSITIVE_INFINITY) return;
    // The connection accepts no more requests, even after some responses are sent.
    socket[unanswered] = Number.POSITIVE_INFINITY;
    refuse(req, res);
    socket.pause();
  };
}

/**
 * Makes this response the last one of its connection, because responses behind an event stream
 * would wait until it ends. Call before the headers are sent.
 */
export function acceptNothingAfter(req: IncomingMessage, res: ServerResponse): void {
  const socket: CountedSocket = req.socket;
  res.setHeader("Connection", "close");
  socket[streaming] = true;
  if ((socket[unanswered] ?? 0) > 1) socket.destroy();
}
