/** A bare node:http server that sends fixed bytes: the upper limit to compare with. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface BareAnswer {
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

let headers: Record<string, string | number> = {};
let body = Buffer.alloc(0);

const server = createServer((_, res) => {
  res.writeHead(200, headers);
  res.end(body);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

process.on("message", (answer: BareAnswer) => {
  body = Buffer.from(answer.body, "base64");
  headers = { ...answer.headers, "content-length": body.length };
  process.send?.({ ready: true });
});
process.once("disconnect", () => process.exit());
process.once("SIGTERM", () => process.exit());
process.send?.({ port: (server.address() as AddressInfo).port });
