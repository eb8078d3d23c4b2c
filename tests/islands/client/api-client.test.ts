import { describe, expect, it } from "vitest";
import { callApi } from "#lib/client/api-client.ts";
import { sendRequest } from "#lib/client/http.ts";
import { acceptToken } from "#lib/client/session/session.store.ts";
import { enroll } from "#lib/enrollments/enrollments.calls.ts";
import { syncStudy } from "#lib/study/study.calls.ts";
import { answer, failure, success } from "../support/api.ts";
import { makeToken, visitAsGuest } from "../support/session.ts";

describe("reading an API response", () => {
  it("accepts a successful response that is not JSON", async () => {
    answer({ "DELETE /courses/1": { text: "" } });
    await expect(sendRequest("/courses/1", { method: "DELETE" })).resolves.toEqual({
      success: true,
      message: "Operation completed successfully",
    });
  });

  it("reports the status of a failed response that is not JSON", async () => {
    answer({ "GET /courses": { status: 502, text: "<h1>Bad Gateway</h1>" } });
    await expect(sendRequest("/courses")).rejects.toMatchObject({
      message: expect.stringMatching(/^Request failed with status: 502/),
      status: 502,
    });
  });

  it("prefers the server's message and keeps its list of errors", async () => {
    const errors = [{ field: "title", message: "Title is required" }];
    answer({ "POST /courses": failure(400, "Please check your inputs.", errors) });
    await expect(
      sendRequest("/courses", { method: "POST", body: {}, fallback: "Failed to create course" }),
    ).rejects.toMatchObject({
      success: false,
      message: "Please check your inputs.",
      status: 400,
      errors,
    });
  });

  it("falls back to the call's own message", async () => {
    answer({ "GET /courses": { status: 500, body: { success: false } } });
    await expect(
      sendRequest("/courses", { fallback: "Failed to fetch course" }),
    ).rejects.toMatchObject({ message: "Failed to fetch course" });
  });

  it("rejects a response of the wrong type", async () => {
    answer({ "GET /courses": { text: '"hello"' } });
    await expect(sendRequest("/courses")).rejects.toMatchObject({
      message: "Invalid response format from server",
    });
  });
});

describe("authenticated API calls", () => {
  it("send the access token", async () => {
    const token = makeToken();
    acceptToken(token);
    const calls = answer({ "GET /courses/teacher": success([]) });
    await callApi("/courses/teacher");
    expect(calls[0]?.authorization).toBe(`Bearer ${token}`);
  });

  it("fail with the given message when nobody is logged in", async () => {
    visitAsGuest();
    const calls = answer({});
    await expect(callApi("/x", {}, "Authentication required to enroll")).rejects.toMatchObject({
      message: "Authentication required to enroll",
      status: 401,
    });
    expect(calls).toEqual([]);
  });

  it("about a seat require a course and a logged-in person", async () => {
    visitAsGuest();
    const calls = answer({});
    await expect(enroll("", "prf_1")).rejects.toThrow("Course ID is missing");
    await expect(enroll("crs_1", "prf_1")).rejects.toThrow("Authentication required to enroll");
    expect(calls).toEqual([]);
  });

  it("refresh once and retry after a rejected token", async () => {
    acceptToken(makeToken());
    const renewed = makeToken({ name: "Renewed" });
    let tries = 0;
    const calls = answer({
      "GET /courses/teacher": () => {
        tries += 1;
        return tries === 1 ? failure(401, "Authentication required") : success(["done"]);
      },
      "POST /auth/refresh": success({ accessToken: renewed }),
    });
    await expect(callApi("/courses/teacher")).resolves.toMatchObject({ data: ["done"] });
    expect(calls.map(({ name }) => name)).toEqual([
      "GET /courses/teacher",
      "POST /auth/refresh",
      "GET /courses/teacher",
    ]);
    expect(calls[2]?.authorization).toBe(`Bearer ${renewed}`);
  });

  it("fail after one refresh", async () => {
    acceptToken(makeToken());
    const calls = answer({
      "GET /courses/teacher": failure(401, "Authentication required"),
      "POST /auth/refresh": success({ accessToken: makeToken() }),
    });
    await expect(callApi("/courses/teacher")).rejects.toMatchObject({ status: 401 });
    expect(calls).toHaveLength(3);
  });

  const other = makeToken({ id: "usr_2", name: "Someone else" });

  it.each([undefined, "usr_1"])("aren't repeated for another person (owner %s)", async (owner) => {
    acceptToken(makeToken());
    const calls = answer({
      "POST /reviews": failure(401, "Authentication required"),
      "POST /auth/refresh": success({ accessToken: other }),
    });
    const request = { method: "POST", body: { text: "Mine" }, ...(owner && { owner }) } as const;
    await expect(callApi("/reviews", request)).rejects.toMatchObject({ status: 401 });
    expect(calls.map(({ name }) => name)).toEqual(["POST /reviews", "POST /auth/refresh"]);
  });

  it("aren't sent for another person whose token replaces an expired one", async () => {
    acceptToken(makeToken({}, 1));
    const calls = answer({ "POST /auth/refresh": success({ accessToken: other }) });
    await expect(callApi("/reviews", { method: "POST", body: {} })).rejects.toMatchObject({
      status: 401,
    });
    expect(calls.map(({ name }) => name)).toEqual(["POST /auth/refresh"]);
  });

  it("aren't sent with data of someone who was logged in before", async () => {
    acceptToken(other);
    const calls = answer({});
    const request = { since: 0, loading: false, changes: [] };
    await expect(syncStudy(request, "usr_1")).rejects.toMatchObject({ status: 401 });
    expect(calls).toEqual([]);
  });
});
