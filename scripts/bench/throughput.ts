/** Compares requests per second with those of a bare server that sends the same head and body. */
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { type Child, firstMessage, startChild } from "../support/child.ts";
import type { BareAnswer } from "./bare-server.ts";
import { browserEncodings, measureInTurns } from "./load.ts";
import type { Row } from "./report.ts";

export interface Bare {
  url: string;
  child: Child;
  /** Makes the server send this response from now on. */
  send(answer: BareAnswer): Promise<void>;
}

export async function startBare(): Promise<Bare> {
  const child = startChild("bare server", [join(import.meta.dirname, "bare-server.ts")], {
    ...process.env,
    NODE_ENV: "production",
  });
  const { port } = await firstMessage<{ port: number }>(child);
  return {
    child,
    url: `http://127.0.0.1:${port}/`,
    async send(answer) {
      const taken = once(child.process, "message");
      child.process.send(answer);
      await taken;
    },
  };
}

/**
 * Measures one URL of the site and the bare server alternately. Undefined if the URL doesn't exist.
 */
export async function compare(
  bare: Bare,
  url: string,
  goal: number,
): Promise<{ row: Row; bytes: number } | undefined> {
  const answer = await getAsBrowser(url);
  if (answer.status !== 200) return undefined;
  const { "content-encoding": encoding } = answer.headers;
  const headers = Object.entries(answer.headers).filter(([name]) => !isWrittenByNode(name));
  await bare.send({
    headers: Object.fromEntries(headers),
    body: answer.body.toString("base64"),
  });
  const { first, second, ratio } = await measureInTurns({ url: bare.url }, { url });
  const path = new URL(url).pathname;
  return {
    bytes: answer.body.length,
    row: {
      what: `GET ${path}, ${answer.body.length} bytes ${encoding ?? "plain"}, 50 connections`,
      goal: `≥ ${goal} of bare`,
      measured: `${ratio.toFixed(2)} (${Math.round(second)}/s of ${Math.round(first)}/s)`,
      met: ratio >= goal,
    },
  };
}

/** Headers of the connection, which the bare server's Node writes. */
const isWrittenByNode = (name: string): boolean =>
  ["connection", "content-length", "date", "keep-alive", "transfer-encoding"].includes(name);

/** Sends the request twice, because the first response is streamed while the page is rendered. */
export async function getAsBrowser(url: string) {
  await get(url);
  return get(url);
}

function get(url: string) {
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>(
    (resolve, reject) => {
      request(url, { headers: { "accept-encoding": browserEncodings } }, async (res) => {
        const body = Buffer.concat(await res.toArray());
        const headers = res.headers as Record<string, string>;
        resolve({ status: res.statusCode ?? 0, headers, body });
      })
        .on("error", reject)
        .end();
    },
  );
}
