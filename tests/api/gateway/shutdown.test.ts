import { once } from "node:events";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { exchange, sendPage, startGateway } from "../../support/gateway.ts";

test("connections that arrive while the server stops get a response and are then closed", async () => {
  const { port, stop } = await startGateway({ files: { "about/index.html": "About" } });
  const stopped = stop();
  const answers = await Promise.all(
    ["/healthz", "/about", "/nowhere", "/api/nothing", "/%zz"].map((path) =>
      exchange(port, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`),
    ),
  );
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 \d+ [\s\S]*Connection: close/);
  await stopped;
});

test("a keep-alive connection gets one more response, which announces that the connection closes", async () => {
  const { port, stop } = await startGateway({ files: { "about/index.html": "About" } });
  const kept = connect(port, "127.0.0.1").setEncoding("latin1");
  const read = async () => String((await once(kept, "data"))[0]);
  const ask = "GET /about HTTP/1.1\r\nHost: a\r\n\r\n";
  kept.write(ask);
  expect(await read()).toContain("Connection: keep-alive");
  const stopped = stop();
  kept.write(ask);
  expect(await read()).toContain("Connection: close");
  await stopped;
});

test("requests in flight finish, and later connections are refused", async () => {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const { url, stop } = await startGateway({
    pages: async (_, res) => {
      asked += 1;
      await gate.promise;
      sendPage(res, "finished");
    },
  });
  const answer = fetch(`${url}/login`);
  await vi.waitFor(() => expect(asked).toBe(1));
  const stopped = stop();
  await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow(), { timeout: 60_000 });
  gate.resolve();
  expect(await (await answer).text()).toBe("finished");
  await stopped;
});

test("idle connections are closed at shutdown", async () => {
  const { port, stop } = await startGateway();
  const idle = connect(port, "127.0.0.1");
  await once(idle, "connect");
  idle.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  await once(idle, "data");
  const closed = once(idle, "close");
  await stop();
  await closed;
});

test("a request that takes too long is cut off at shutdown", async () => {
  let asked = 0;
  const { url, stop } = await startGateway({
    pages: () => {
      asked += 1;
    },
  });
  const answer = fetch(`${url}/login`);
  const broken = expect(answer).rejects.toThrow();
  await vi.waitFor(() => expect(asked).toBe(1));
  await stop(100);
  await broken;
});
