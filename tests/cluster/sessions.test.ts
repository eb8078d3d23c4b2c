/** Sessions and rate limits work regardless of which server gets a request. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Cluster, type ClusterNode, startCluster } from "../support/processes/cluster.ts";

const password = "a calm evening by the river";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ RATE_LIMIT_FACTOR: "1" });
});
afterAll(() => cluster?.stop());

/** Sends a request as a browser does: with its cookie, from an address behind the proxy. */
async function ask(node: ClusterNode, path: string, cookie = "", body: object = {}) {
  const response = await fetch(`${node.url}/api/auth${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: `http://localhost:${new URL(cluster.nodes[0].url).port}`,
      "x-forwarded-for": "10.1.2.3",
      cookie,
    },
    body: JSON.stringify(body),
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { status: response.status, cookie: cookies.join("; "), body: await response.json() };
}

it("a session started on one server is refreshed and ended on the other", async () => {
  const [here, there] = cluster.nodes;
  const email = "idris.khan@example.org";
  const signedUp = await ask(here, "/signup", "", { name: "Idris Khan", email, password });
  const read = async () => {
    const { body } = await cluster.sandbox("GET", `/mail/messages?to=${encodeURIComponent(email)}`);
    return /^\s*(\d{6})$/m.exec(body[0]?.text ?? "")?.[1];
  };
  await expect.poll(read, { timeout: 30_000 }).toBeDefined();
  const code = await read();
  const verified = await ask(there, "/verify", signedUp.cookie, { email, code });
  expect(verified.status).toBe(200);
  const renewed = await ask(here, "/refresh", verified.cookie);
  expect(renewed.status).toBe(200);
  const token = renewed.body.data.accessToken;
  for (const node of cluster.nodes) {
    expect((await node.call("GET", "/api/users/me/sessions", { token })).status).toBe(200);
  }
  expect((await ask(there, "/logout", renewed.cookie)).status).toBe(200);
  for (const node of cluster.nodes) {
    expect((await node.call("GET", "/api/users/me/sessions", { token })).status).toBe(401);
    expect((await ask(node, "/refresh", renewed.cookie)).status).toBe(401);
  }
});

it("guesses are counted together, regardless of how they are distributed across servers", async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 30; guess += 1) {
    const node = cluster.nodes[guess % 2 === 0 ? 0 : 1];
    const body = { email: "nobody@example.org", password: "a wrong guess" };
    statuses.push((await ask(node, "/login", "", body)).status);
  }
  const refused = statuses.indexOf(429);
  expect(refused).toBeGreaterThan(0);
  expect(new Set(statuses.slice(refused))).toEqual(new Set([429]));
});
