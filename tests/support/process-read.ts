/** Visitors whose every request has a connection of its own, as behind a load balancer. */
import { request } from "node:http";

/**
 * The status of a whole answer; `broken` when it stopped in the middle; `refused` when none began,
 * as for a connection that still waited to be accepted when the listener closed.
 */
export function readOnce(url: string): Promise<number | "broken" | "refused"> {
  return new Promise((resolve) => {
    const sent = request(url, { agent: false }, (response) => {
      response.on("error", () => resolve("broken"));
      response.on("close", () =>
        resolve(response.complete ? (response.statusCode ?? 0) : "broken"),
      );
      response.resume();
    });
    sent.on("error", () => resolve("refused"));
    sent.end();
  });
}
