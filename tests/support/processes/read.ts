/** Requests that each use their own connection, as behind a load balancer. */
import { request } from "node:http";

/**
 * The status of a complete response; `broken` if it was cut off; `refused` if none started, as for
 * a connection that wasn't accepted before the listener closed.
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
