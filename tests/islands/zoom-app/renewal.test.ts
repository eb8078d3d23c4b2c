/** The tokens and tickets of the app in Zoom. Only new contexts from the client renew them. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { $session } from "#lib/client/session/session.store.ts";
import { freshToken } from "#lib/client/session/session-refresh.ts";
import {
  $zoomApp,
  linkWithCode,
  requestLinkCode,
  startZoomApp,
} from "#lib/zoom-app/client/zoom-app.store.ts";
import { answer, failure, success } from "../support/api.ts";
import { makeToken } from "../support/session.ts";

const client = vi.hoisted(() => ({
  getContext: vi.fn<() => Promise<string>>(),
  listMeetingUuids: async () => [],
}));
vi.mock("#lib/zoom-app/client/zoom-client.ts", () => ({
  connectToZoom: async () => client,
  ZoomClientError: class extends Error {},
}));

beforeEach(() => {
  vi.useFakeTimers();
  client.getContext.mockReset().mockResolvedValue("a context");
});
afterEach(() => {
  vi.useRealTimers();
});

const path = "POST /zoom-app/session";
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);
const opened = () =>
  success({
    ticket: "a ticket",
    isGuest: false,
    account: {
      accessToken: makeToken(),
      ...{ name: "Maryam Ali", email: "maryam@example.org", language: "en" },
      place: { kind: "none", next: null },
    },
  });

async function open() {
  answer({ [path]: opened() });
  await startZoomApp([]);
  expect($zoomApp.get()).toMatchObject({ screen: "place" });
}

const troubles: [string, () => void][] = [
  ["repeats a context", () => answer({ [path]: failure(401, "This session has expired.") })],
  ["gives none", () => client.getContext.mockRejectedValue(new Error("The call failed"))],
  ["has no network", () => answer({ [path]: failure(503, "Unavailable") })],
];

it.each(troubles)("nobody is logged out while Zoom's client %s", async (_, cause) => {
  await open();
  cause();
  await minutes(20);
  expect($session.get().status).toBe("signed-in");
  await expect(freshToken()).rejects.toMatchObject({ status: expect.not.toSatisfy(isFinal) });
  client.getContext.mockResolvedValue("another context");
  answer({ [path]: opened() });
  await minutes(2);
  expect(await freshToken()).toBeDefined();
});

/** After these statuses, a live page isn't opened again. */
const isFinal = (status: number) => status === 401 || status === 404;

it("the app logs out when the Zoom user isn't linked anymore", async () => {
  await open();
  answer({ [path]: success({ ticket: "a ticket", isGuest: false, account: null }) });
  await minutes(15);
  expect($session.get().status).toBe("signed-out");
  expect($zoomApp.get()).toMatchObject({ screen: "link" });
});

it("a person can link an account long after the app was opened", async () => {
  let ticket = "first";
  const unlinked = () => success({ ticket, isGuest: false, account: null });
  const check = (answered: () => ReturnType<typeof success>) => () =>
    calls.at(-1)?.body.ticket === ticket ? answered() : failure(401, "This session has expired.");
  const calls = answer({
    [path]: unlinked,
    "POST /zoom-app/link/code": check(() => success({ resendAfter: 60 })),
    "POST /zoom-app/link": check(opened),
  });
  await startZoomApp([]);
  ticket = "second";
  await requestLinkCode("maryam@example.org");
  ticket = "third";
  await linkWithCode("maryam@example.org", "123456");
  expect($zoomApp.get()).toMatchObject({ screen: "place" });
});
