/** New connections are accepted while others send requests without a pause. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import { setImmediate as nextPass } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHttpServer } from "#server/gateway/http-server.ts";
import { createPasses, unwatchedRequests } from "#server/gateway/limits/passes.ts";
import { createSecurityHeaders } from "#server/gateway/security-headers.ts";
import { testConfig } from "../../support/gateway.ts";

/** Uses the processor for this many milliseconds. */
function compute(ms: number): void {
  const start = performance.now();
  while (performance.now() - start < ms);
}

describe("requests in one pass of the event loop", () => {
  /** Passes with a clock that the test sets. */
  function createTimedPasses() {
    let time = 0;
    const passes = createPasses(() => time);
    const handled: string[] = [];
    // From now on, the time of this pass is measured.
    for (let number = 0; number < unwatchedRequests; number += 1) {
      passes.handle(
        () => "earlier",
        () => {},
      );
    }
    return {
      passes,
      handled,
      /** Requests whose handling takes this many milliseconds. */
      request: (address: string, ms: number) =>
        passes.handle(
          () => address,
          () => {
            time += ms;
            handled.push(address);
          },
        ),
    };
  }

  test("are handled at once if they take little time", () => {
    const { handled, request } = createTimedPasses();
    for (let number = 0; number < 9; number += 1) request("a", 1);
    expect(handled).toHaveLength(9);
  });

  test("wait for later passes if they take long, and addresses take turns", async () => {
    const { handled, request } = createTimedPasses();
    for (const address of ["a", "a", "a", "a", "b"]) request(address, 6);
    expect(handled).toEqual(["a", "a"]);
    await nextPass();
    expect(handled).toEqual(["a", "a", "a", "b"]);
    await nextPass();
    expect(handled).toEqual(["a", "a", "a", "b", "a"]);
  });

  test("are timed again after some later passes", async () => {
    const { handled, request } = createTimedPasses();
    request("a", 1);
    await nextPass();
    for (let number = 0; number < unwatchedRequests; number += 1) request("a", 0);
    for (let number = 0; number < 3; number += 1) request("b", 6);
    expect(handled.filter((address) => address === "b")).toHaveLength(2);
    await nextPass();
    expect(handled.filter((address) => address === "b")).toHaveLength(3);
  });

  test("get less time per pass while connections are being accepted", async () => {
    const { passes, handled, request } = createTimedPasses();
    passes.noteConnection();
    for (let number = 0; number < 3; number += 1) request("a", 2);
    expect(handled).toHaveLength(1);
    await nextPass();
    expect(handled).toHaveLength(2);
    await nextPass();
    expect(handled).toHaveLength(3);
  });
});

test("new visitors are connected while many connections send requests without a pause", async () => {
  const server = createHttpServer({
    security: createSecurityHeaders(testConfig()),
    listener: (_, res) => {
      compute(0.2);
      res.end("done");
    },
  });
  const sockets: Socket[] = [];
  let answers = 0;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const open = (onAnswer: (socket: Socket) => void): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      sockets.push(socket);
      const send = () => socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      socket.on("connect", send).on("data", () => {
        onAnswer(socket);
        resolve();
      });
    });
  const again = (socket: Socket) => {
    answers += 1;
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  };
  await Promise.all(Array.from({ length: 200 }, () => open(again)));
  const before = answers;
  await Promise.all(Array.from({ length: 50 }, () => open(() => {})));
  // There would be more than 5,000 if each pass answered all waiting requests.
  expect(answers - before).toBeLessThan(2_500);
});
