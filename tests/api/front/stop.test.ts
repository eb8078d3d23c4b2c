import { once } from "node:events";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { sendPage, startFront } from "../../support/front.ts";

test("Requests in flight finish, new connections are refused", async () => {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const { url, stop } = await startFront({
    pages: async (_, res) => {
      asked += 1;
      await gate.promise;
      sendPage(res, "finished");
    },
  });
  const answer = fetch(`${url}/login`);
  await vi.waitFor(() => expect(asked).toBe(1));
  const stopped = stop();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  gate.resolve();
  expect(await (await answer).text()).toBe("finished");
  await stopped;
});

test("Connections on which nobody waits are closed at once", async () => {
  const { port, stop } = await startFront();
  const idle = connect(port, "127.0.0.1");
  await once(idle, "connect");
  idle.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  await once(idle, "data");
  const closed = once(idle, "close");
  await stop();
  await closed;
});

test("A request that takes too long is cut", async () => {
  let asked = 0;
  const { url, stop } = await startFront({
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
