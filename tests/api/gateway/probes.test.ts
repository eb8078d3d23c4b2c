import { inject } from "light-my-request";
import { expect, test, vi } from "vitest";
import { createPool } from "#server/db/connection.ts";
import { createProbes, isDatabaseUp } from "#server/gateway/probes.ts";
import { createTestDatabase } from "../../support/database/database.ts";
import { quietLog } from "../../support/database/server-url.ts";
import { exchange, startGateway } from "../../support/gateway.ts";

test("a process that is still starting is healthy, is not ready, and responds with Retry-After", async () => {
  const { url } = await startGateway({ started: false, ready: () => false });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  const page = await fetch(`${url}/courses`);
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("2");
  expect(await (await fetch(`${url}/api/courses`)).json()).toMatchObject({ success: false });
});

test("readiness checks that arrive while another one is running share its query", async () => {
  let queries = 0;
  let arrived = 0;
  const answer = Promise.withResolvers<boolean>();
  const findProbe = createProbes({
    metrics: { env: "demo", metricsToken: undefined },
    security: { common: [], commonAt: () => [], dataPolicy: "", pagePolicy: () => "" },
    isReady: () => {
      queries += 1;
      return answer.promise;
    },
  });
  const check = () =>
    inject((req, res) => {
      arrived += 1;
      void findProbe("/readyz", req)?.(req, res);
    }, "/readyz");
  const checks = Array.from({ length: 50 }, check);
  await vi.waitFor(() => expect(arrived).toBe(50));
  expect(queries).toBe(1);
  answer.resolve(true);
  for (const { statusCode } of await Promise.all(checks)) expect(statusCode).toBe(200);
  expect((await check()).statusCode).toBe(200);
  expect(queries).toBe(2);
});

test("a process is ready only while its readiness check succeeds, and healthy in any case", async () => {
  let ready = true;
  const { url } = await startGateway({ ready: () => ready });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  ready = false;
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test("the readiness check succeeds only while the database responds", async () => {
  const { pool, close } = await createTestDatabase();
  expect(await isDatabaseUp(pool)).toBe(true);
  await close();
  const gone = createPool("postgres://127.0.0.1:9/none", { log: quietLog });
  expect(await isDatabaseUp(gone)).toBe(false);
  await gone.end();
});

test("metrics are available only on this machine, and count responses", async () => {
  const { url } = await startGateway({ files: { "about/index.html": "<title>About</title>" } });
  const count = async () =>
    Number(
      /memory_answers_total\{route="static"\} (\d+)/.exec(
        await (await fetch(`${url}/metrics`)).text(),
      )?.[1],
    );
  const before = await count();
  await fetch(`${url}/about`);
  expect(await count()).toBe(before + 1);
  const ofProxies =
    "x-forwarded-for forwarded via x-real-ip x-forwarded-host x-envoy-external-address fly-client-ip cf-ray x-amzn-trace-id x-request-id cdn-loop";
  for (const name of ofProxies.split(" ")) {
    const answer = await fetch(`${url}/metrics`, { headers: { [name]: "1.2.3.4" } });
    expect(answer.status, name).toBe(404);
  }
  const ofAgents = {
    accept: "application/openmetrics-text;version=1.0.0,text/plain;q=0.5",
    "accept-encoding": "gzip",
    "x-prometheus-scrape-timeout-seconds": "10",
    "user-agent": "Prometheus/3.0.0",
  };
  expect((await fetch(`${url}/metrics`, { headers: ofAgents })).status).toBe(200);
});

const askFor = async (port: number, host: string, authorization = "") => {
  const headers = `Host: ${host}\r\n${authorization && `Authorization: ${authorization}\r\n`}`;
  return exchange(port, `GET /metrics HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
};

test.for([
  "halaqa.example",
  "localhost.evil.example",
  "evil.example:4321",
  "127.0.0.1.evil.example",
])("metrics are not available to a proxy that sends only the Host header %s", async (host) => {
  const { port } = await startGateway();
  expect(await askFor(port, host)).toMatch(/^HTTP\/1.1 404 /);
});

test.for(["localhost:4321", "127.0.0.1:4321", "127.0.0.1", "[::1]:80", "LOCALHOST"])(
  "metrics are available with the Host header %s",
  async (host) => {
    const { port } = await startGateway();
    expect(await askFor(port, host)).toMatch(/^HTTP\/1.1 200 /);
  },
);

test("a live server returns its metrics only with the token", async () => {
  const metricsToken = "a token of some length";
  const { port } = await startGateway({ metrics: { env: "live", metricsToken } });
  expect(await askFor(port, "localhost", `Bearer ${metricsToken}`)).toMatch(/^HTTP\/1.1 200 /);
  for (const wrong of [
    "",
    "Bearer",
    "Bearer ",
    `Bearer ${metricsToken} `.slice(0, 12),
    metricsToken,
  ]) {
    expect(await askFor(port, "localhost", wrong)).toMatch(/^HTTP\/1.1 404 /);
  }
  expect(await askFor(port, "halaqa.example", `Bearer ${metricsToken}`)).toMatch(/^HTTP\/1.1 404 /);
  const without = await startGateway({ metrics: { env: "live" } });
  for (const given of ["", "Bearer", "Bearer undefined", "Bearer "]) {
    expect(await askFor(without.port, "localhost", given)).toMatch(/^HTTP\/1.1 404 /);
  }
});

test("metrics contain durations, failed jobs and the state of the process", async () => {
  const { url } = await startGateway();
  await fetch(`${url}/nowhere`);
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain(
    'halaqa_http_request_duration_seconds_count{route="page",method="GET",status="404"}',
  );
  expect(text).toContain("# TYPE halaqa_job_failures_total counter");
  expect(text).toContain("process_cpu_seconds_total");
});
