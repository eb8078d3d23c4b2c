import { expect, test } from "vitest";
import { createPool } from "#server/db/connection.ts";
import { databaseAnswers } from "#server/front/probes.ts";
import { createTestDatabase } from "../../support/database.ts";
import { startFront } from "../../support/front.ts";
import { quietLog } from "../../support/server-url.ts";

test("A process that is still starting lives, is not ready, and asks for patience", async () => {
  const { url } = await startFront({ started: false, ready: () => false });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  const page = await fetch(`${url}/courses`);
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("2");
  expect(await (await fetch(`${url}/api/courses`)).json()).toMatchObject({ success: false });
});

test("Readiness follows the database", async () => {
  let ready = true;
  const { url } = await startFront({ ready: () => ready });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  ready = false;
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test("A database answers, or it doesn't", async () => {
  const { pool, close } = await createTestDatabase();
  expect(await databaseAnswers(pool)).toBe(true);
  await close();
  const gone = createPool("postgres://127.0.0.1:9/none", { log: quietLog });
  expect(await databaseAnswers(gone)).toBe(false);
  await gone.end();
});

test("Metrics are told on this machine only, and count what was answered", async () => {
  const { url } = await startFront({ files: { "about/index.html": "<title>About</title>" } });
  const count = async () =>
    Number(
      /memory_answers_total\{route="static"\} (\d+)/.exec(
        await (await fetch(`${url}/metrics`)).text(),
      )?.[1],
    );
  const before = await count();
  await fetch(`${url}/about`);
  expect(await count()).toBe(before + 1);
  for (const name of ["x-forwarded-for", "forwarded", "via"]) {
    expect((await fetch(`${url}/metrics`, { headers: { [name]: "1.2.3.4" } })).status).toBe(404);
  }
});

test("Metrics tell durations, failed jobs and the state of the process", async () => {
  const { url } = await startFront();
  await fetch(`${url}/nowhere`);
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain(
    'halaqa_http_request_duration_seconds_count{route="page",method="GET",status="404"}',
  );
  expect(text).toContain("# TYPE halaqa_job_failures_total counter");
  expect(text).toContain("process_cpu_seconds_total");
});
