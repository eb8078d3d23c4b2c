import { afterEach, expect, test } from "vitest";
import { remembered } from "#lib/client/browser-storage.ts";
import { sendRequest } from "#lib/client/http.ts";
import { answer, success } from "../support/api.ts";

const at = Date.UTC(2027, 2, 10, 12);
const changed = { ...success(null), headers: { Date: new Date(at).toUTCString() } };
const changedAt = () => remembered.get("changedAt");

afterEach(() => remembered.remove("changedAt"));

test("a change records the server's time, so that pages prefetched earlier aren't shown", async () => {
  answer({ "PUT /students/prf_1": changed });
  await sendRequest("/students/prf_1", { method: "PUT", body: {} });
  expect(Number(changedAt())).toBe(at + 999);
});

test("a rejected change is recorded too, because the server may have changed something", async () => {
  answer({ "POST /auth/logout": { ...changed, status: 500 } });
  await expect(sendRequest("/auth/logout", { method: "POST" })).rejects.toThrow();
  expect(Number(changedAt())).toBe(at + 999);
});

test("after a change without a response, no page that was prefetched before the next change is shown", async () => {
  answer({});
  await expect(sendRequest("/courses", { method: "POST", body: {} })).rejects.toThrow();
  expect(Number(changedAt())).toBe(Number.MAX_SAFE_INTEGER);
});

test("reading and refreshing the access token do not count as changes", async () => {
  answer({ "GET /courses": changed, "POST /auth/refresh": changed });
  await sendRequest("/courses");
  await sendRequest("/auth/refresh", { method: "POST", changesNothing: true });
  expect(changedAt()).toBeNull();
});
