import { expect, test, vi } from "vitest";
import { classInput } from "../zoom-world.ts";
import {
  type ClientWorld,
  decryptContext,
  HOST,
  openClient,
  startClientWorld,
  waitForEvents,
} from "./client-world.ts";

const notSupported = {
  errorCode: "80004",
  errorMessage: "No Permission for this API. [code:80004, reason:app_not_support]",
};
const requireRole = {
  errorCode: "80012",
  errorMessage: "No Permission for this API. [code:80012, reason:require_meeting_role]",
};

async function uuidOf(world: ClientWorld): Promise<string> {
  const [started] = await world.receiver.waitFor("meeting.started");
  return started?.payload.object.uuid ?? "";
}

test("an app context can be decrypted with the client secret and says who opened the app and where", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  await host.configure("getAppContext");
  const { context } = await host.resultOf("getAppContext");
  const before = Date.now();
  const claims = decryptContext(String(context));
  expect(claims).toMatchObject({
    typ: "meeting",
    uid: (await world.zoom.me(world.accessToken)).id,
    mid: await uuidOf(world),
    attendrole: "host",
    aud: "client-of-this-test",
    iss: "marketplace.zoom.us",
  });
  expect(Number(claims.exp) - Number(claims.ts)).toBe(116_000);
  expect(Math.abs(Number(claims.ts) - before)).toBeLessThan(10_000);
  expect(() => decryptContext(String(context), "another secret")).toThrow();
  expect((await host.resultOf("getAppContext")).context).not.toBe(context);
});

test("the context of a guest names no user, but the invitation that opened the app", async () => {
  const world = await startClientWorld();
  await openClient(world, "host");
  const guest = await openClient(world, "guest", "zaid@zoom.test", "android");
  await guest.configure("getAppContext", "getUserContext");
  const claims = decryptContext(String((await guest.resultOf("getAppContext")).context));
  expect(claims).not.toHaveProperty("uid");
  expect(claims).toMatchObject({ attendrole: "participant", iid: expect.any(String) });
  expect(await guest.resultOf("getUserContext")).toMatchObject({
    screenName: "Zaid",
    role: "attendee",
    status: "unauthenticated",
  });
});

test("a call that wasn't requested with config is refused", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  expect(await host.call("getMeetingUUID")).toEqual(notSupported);
  await host.configure("getRunningContext");
  expect(await host.call("getRunningContext")).toEqual({ result: "inMeeting" });
  expect(await host.call("getMeetingUUID")).toEqual(notSupported);
  expect(await host.call("constructor")).toEqual(notSupported);
});

test("config lists the APIs that the device doesn't support", async () => {
  const world = await startClientWorld();
  const wanted = ["getAppContext", "sendMessage", "expandApp", "onMeeting", "setVirtualBackground"];
  const desktop = await openClient(world, "host");
  expect((await desktop.configure(...wanted)).result).toMatchObject({
    product: "desktop",
    runningContext: "inMeeting",
    unsupportedApis: ["setVirtualBackground"],
    auth: { status: "authorized" },
  });
  for (const device of ["ios", "android"]) {
    const phone = await openClient(world, "participant", "yusuf@zoom.test", device);
    expect((await phone.configure(...wanted)).result).toMatchObject({
      product: "mobile",
      unsupportedApis: wanted.slice(1),
    });
    expect(await phone.call("sendMessage", { payload: {} })).toEqual(notSupported);
  }
});

test("a participant can't read the meeting's number or its participants", async () => {
  const world = await startClientWorld();
  await openClient(world, "host");
  const participant = await openClient(world, "participant", "yusuf@zoom.test");
  const wanted = [
    "getMeetingContext",
    "getMeetingParticipants",
    "getMeetingJoinUrl",
    "sendAppInvitation",
    "onParticipantChange",
    "getMeetingUUID",
  ];
  expect((await participant.configure(...wanted)).result).toMatchObject({
    unsupportedApis: wanted.slice(0, 5),
  });
  for (const name of wanted.slice(0, 4)) expect(await participant.call(name)).toEqual(requireRole);
  expect(await participant.resultOf("getMeetingUUID")).toEqual({
    meetingUUID: await uuidOf(world),
  });
});

test("a host and a co-host read the meeting's number and its participants", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  const coHost = await openClient(world, "co-host", "maryam@zoom.test", "ios");
  for (const client of [host, coHost]) {
    await client.configure("getMeetingContext", "getMeetingParticipants", "getMeetingJoinUrl");
    expect(await client.resultOf("getMeetingContext")).toEqual({
      meetingTopic: classInput.topic,
      meetingID: world.meetingId,
    });
    expect(await client.resultOf("getMeetingParticipants")).toMatchObject({
      participants: [
        { screenName: "Amina Khan", role: "host" },
        { screenName: "Maryam", role: "coHost" },
      ],
    });
    const { joinUrl } = await client.resultOf("getMeetingJoinUrl");
    expect(String(joinUrl)).toContain(`/j/${world.meetingId}?pwd=`);
  }
});

test("a guest can't authorize, invite or read the number, and gets Zoom's error text", async () => {
  const world = await startClientWorld();
  const guest = await openClient(world, "guest", "zaid@zoom.test");
  const host = await openClient(world, "host", HOST);
  await host.configure("getRunningContext");
  const names = ["authorize", "sendAppInvitationToAllParticipants", "getMeetingContext"];
  expect((await guest.configure(...names, "getMeetingUUID")).result).toMatchObject({
    unsupportedApis: names,
    auth: { status: "unauthorized" },
  });
  for (const name of names) {
    expect(await guest.call(name, { codeChallenge: "x" })).toEqual({
      errorCode: "10284",
      errorMessage: "API is not support in guest mode.",
    });
  }
});

test("no call is answered before the meeting starts or after the person has left it", async () => {
  const world = await startClientWorld();
  const early = await openClient(world, "participant", "yusuf@zoom.test");
  expect(await early.configure("getAppContext")).toEqual(notSupported);
  await openClient(world, "host");
  await early.configure("getAppContext");
  await early.resultOf("getAppContext");
  await early.act("leave");
  expect(await early.call("getAppContext")).toEqual(notSupported);
});

test("config is forgotten after two hours", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  await host.configure("getRunningContext");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 3_600_000 + 1000 });
  try {
    expect(await host.call("getRunningContext")).toEqual(notSupported);
  } finally {
    vi.useRealTimers();
  }
});

test("a page outside the app's domains opens only with a warning", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  await host.configure("openUrl");
  await host.call("openUrl", { url: "https://elsewhere.test/plans" });
  expect(await host.text()).toContain("Accessing Untrusted Website");
  await host.call("openUrl", { url: `${world.receiver.base}/courses` });
  expect(await host.text()).toContain("opens a page in your browser");
  expect(await host.call("openUrl", { url: "javascript:alert(1)" })).toMatchObject({
    errorCode: "10015",
  });
});

test("a message reaches the other desktop clients that requested it, up to one kilobyte", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  const other = await openClient(world, "participant", "yusuf@zoom.test");
  const phone = await openClient(world, "participant", "zaid@zoom.test", "ios");
  await host.configure("sendMessage", "onMessage");
  await other.configure("onMessage");
  await phone.configure("onMessage");
  await host.resultOf("sendMessage", { payload: { verse: "2:255" } });
  expect(await host.call("sendMessage", { payload: { long: "x".repeat(1100) } })).toMatchObject({
    errorCode: "10229",
  });
  const [message] = await waitForEvents(other, "onMessage");
  expect(message).toMatchObject({ payload: { verse: "2:255" } });
  expect([...host.events(), ...phone.events()]).toEqual([]);
});
