import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { classInput, openPage as openZoomPage } from "../zoom-world.ts";
import {
  decryptContext,
  HOST,
  openClient,
  openPage,
  startClientWorld,
  waitForEvents,
} from "./client-world.ts";

test("the host's client starts the meeting, and others wait for it", async () => {
  const world = await startClientWorld();
  const participant = await openClient(world, "participant", "yusuf@zoom.test", "ios");
  expect(await participant.text()).toContain("The host has not started this meeting yet.");
  expect(world.receiver.events).toEqual([]);

  await openClient(world, "host");
  await world.receiver.waitFor("meeting.started");
  const joined = await world.receiver.waitFor("meeting.participant_joined", 2);
  expect(joined.map(({ payload }) => payload.object.participant.email).sort()).toEqual([
    HOST,
    "yusuf@zoom.test",
  ]);
  expect(await participant.text()).toContain("Amina Khan (host)");
});

test("a client is opened once, however often its page is loaded", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  expect((await openClient(world, "host", HOST)).id).toBe(host.id);
  const { document } = await openPage(world, [
    ["as", "host"],
    ["as", "participant"],
    ["device", "desktop"],
    ["device", "android"],
    ["email", HOST],
    ["email", "yusuf@zoom.test"],
  ]);
  const shown = [...document.querySelectorAll<HTMLElement>("[data-client]")];
  expect(shown.map(({ dataset }) => [dataset.email, dataset.device])).toEqual([
    [HOST, "desktop"],
    ["yusuf@zoom.test", "android"],
  ]);
  expect(shown[0]?.dataset.client).toBe(host.id);
  expect(shown[0]?.querySelector("iframe")?.src).toBe(`${host.origin}/zoom/app`);
  await world.receiver.waitFor("meeting.participant_joined", 2);
});

test("clients survive a restart of the sandbox", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  await host.configure("getMeetingContext");
  await world.reopen();
  const again = await openClient(world, "host");
  expect(again.id).toBe(host.id);
  expect(await again.resultOf("getMeetingContext")).toMatchObject({ meetingID: world.meetingId });
});

test("each start of a meeting has a new UUID, which is the same in apps and events", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  const uuids: unknown[] = [];
  for (const count of [1, 2]) {
    await host.configure("getMeetingUUID");
    uuids.push((await host.resultOf("getMeetingUUID")).meetingUUID);
    const started = await world.receiver.waitFor("meeting.started", count);
    expect(started.map(({ payload }) => payload.object.uuid)).toEqual(uuids);
    await fetch(`${world.base}/zoom/client/${world.meetingId}/end`, { method: "POST" });
    await world.receiver.waitFor("meeting.ended", count);
    expect(await host.text()).toContain("The meeting is not in progress.");
    if (count === 1) await host.act("join");
  }
  expect(new Set(uuids).size).toBe(2);
});

test("a change of role reaches the app, which has to call config again", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  const participant = await openClient(world, "participant", "yusuf@zoom.test");
  const wanted = ["onMyUserContextChange", "getMeetingContext", "getUserContext"];
  await host.configure(...wanted);
  await participant.configure(...wanted);
  await participant.act("role", { role: "coHost" });
  expect(await waitForEvents(participant, "onMyUserContextChange")).toEqual([
    { timestamp: expect.any(Number), role: "coHost", screenName: "Yusuf" },
  ]);
  expect(await participant.call("getMeetingContext")).toMatchObject({ errorCode: "80004" });
  expect((await participant.configure(...wanted)).result).toMatchObject({ unsupportedApis: [] });
  await participant.resultOf("getMeetingContext");

  await participant.act("role", { role: "host" });
  await waitForEvents(host, "onMyUserContextChange");
  expect(await host.resultOf("getUserContext")).toMatchObject({ role: "attendee" });
  expect(await host.call("getMeetingContext")).toMatchObject({ errorCode: "80012" });
});

test("hosts are notified of people who join and leave, and participants aren't", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  const participant = await openClient(world, "participant", "yusuf@zoom.test");
  await host.configure("onParticipantChange");
  await participant.configure("onParticipantChange");
  const late = await openClient(world, "guest", "zaid@zoom.test", "android");
  await late.act("leave");
  const [joined, left] = await waitForEvents(host, "onParticipantChange", 2);
  expect(joined?.participants).toMatchObject([
    { status: "join", screenName: "Zaid", role: "attendee" },
  ]);
  expect(left?.participants).toMatchObject([{ status: "leave", screenName: "Zaid" }]);
  expect(participant.events()).toEqual([]);
});

test("in a breakout room, the meeting's UUID is the room's, and the parent's UUID is the meeting's", async () => {
  const world = await startClientWorld();
  const wanted = [
    "getMeetingUUID",
    "getAppContext",
    "onBreakoutRoomChange",
    "getMeetingParticipants",
  ];
  const host = await openClient(world, "host");
  const participant = await openClient(world, "participant", "yusuf@zoom.test");
  await host.configure(...wanted);
  await participant.configure(...wanted);
  const { meetingUUID } = await host.resultOf("getMeetingUUID");
  await participant.act("move", { room: "Breakout room 1" });
  const room = await participant.resultOf("getMeetingUUID");
  expect(room).toEqual({ meetingUUID: expect.any(String), parentUUID: meetingUUID });
  expect(room.meetingUUID).not.toBe(meetingUUID);
  expect(await waitForEvents(participant, "onBreakoutRoomChange")).toMatchObject([
    { action: "join", breakoutRoomUUID: room.meetingUUID },
  ]);
  const { context } = await participant.resultOf("getAppContext");
  expect(decryptContext(String(context))).toMatchObject({
    mid: meetingUUID,
    bmid: room.meetingUUID,
  });
  const { participants } = await host.resultOf("getMeetingParticipants");
  expect(participants).toMatchObject([{ screenName: "Amina Khan" }]);

  await participant.act("move", { room: "" });
  expect(await participant.resultOf("getMeetingUUID")).toEqual({ meetingUUID });
});

test("the first authorization asks for consent, and the next one doesn't", async () => {
  const world = await startClientWorld();
  await openClient(world, "host");
  const student = await openClient(world, "participant", "yusuf@zoom.test", "android");
  await student.configure("authorize", "onAuthorized");
  const verifier = "a-verifier-that-only-the-server-knows-0123456789";
  const codeChallenge = createHash("sha256").update(verifier).digest("base64url");
  const authorize = (state: string) => student.resultOf("authorize", { codeChallenge, state });

  expect(await authorize("first")).toBe("Success");
  expect(student.events()).toEqual([]);
  expect(await student.text()).toContain("Halaqa asks for access to your Zoom account");
  await student.act("answer", { accepted: "no" });
  const [declined] = await waitForEvents(student, "onAuthorized");
  expect(declined).toMatchObject({ result: false, state: "first", code: "" });

  await authorize("second");
  await student.act("answer", { accepted: "yes" });
  await authorize("third");
  const [, allowed, again] = await waitForEvents(student, "onAuthorized", 3);
  expect(again).toMatchObject({ result: true, state: "third" });
  expect(allowed).toMatchObject({
    result: true,
    state: "second",
    redirectUri: "http://site.test/zoom/auth/callback",
  });

  const redeem = (code: unknown, code_verifier: string) =>
    fetch(`${world.base}/oauth/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${btoa("client-of-this-test:secret-of-this-test")}`,
      },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: String(code),
        redirect_uri: String(allowed?.redirectUri),
        code_verifier,
      }),
    });
  // The plain challenge isn't the verifier.
  expect((await redeem(again?.code, codeChallenge)).status).toBe(400);
  const { access_token } = await (await redeem(allowed?.code, verifier)).json();
  expect((await world.zoom.me(access_token)).email).toBe("yusuf@zoom.test");
});

test("the app gets the user ID of a guest only after the guest signs in and adds the app", async () => {
  const world = await startClientWorld();
  await openClient(world, "host");
  const guest = await openClient(world, "guest", "zaid@zoom.test");
  const wanted = ["promptAuthorize", "getUserContext", "getAppContext", "onMyUserContextChange"];
  const status = async () => {
    await guest.configure(...wanted);
    return (await guest.resultOf("getUserContext")).status;
  };
  expect(await status()).toBe("unauthenticated");
  await guest.call("promptAuthorize");
  await guest.act("answer", { accepted: "yes", email: "zaid@zoom.test" });
  await waitForEvents(guest, "onMyUserContextChange");
  expect(await status()).toBe("authenticated");
  expect(
    decryptContext(String((await guest.resultOf("getAppContext")).context)).uid,
  ).toBeUndefined();

  await guest.call("promptAuthorize");
  await guest.act("answer", { accepted: "yes" });
  await waitForEvents(guest, "onMyUserContextChange", 2);
  expect(await status()).toBe("authorized");
  expect(decryptContext(String((await guest.resultOf("getAppContext")).context)).uid).toEqual(
    expect.any(String),
  );
});

test("removing the app closes it in the person's clients and sends an event", async () => {
  const world = await startClientWorld();
  await openClient(world, "host");
  const student = await openClient(world, "participant", "yusuf@zoom.test");
  await student.configure("getAppContext");
  expect(await student.act("remove-app")).toBe(204);
  expect(await student.call("getAppContext")).toMatchObject({ errorCode: "80004" });
  const [removed] = await world.receiver.waitFor("app_deauthorized");
  expect(removed?.payload).toMatchObject({ client_id: "client-of-this-test" });
});

test("the page of an unknown meeting, seat or device explains what is missing", async () => {
  const world = await startClientWorld();
  const status = async (path: string) => (await fetch(`${world.base}/zoom/client/${path}`)).status;
  expect(await status("81234567890?as=host")).toBe(404);
  expect(await status(`${world.meetingId}?as=owner`)).toBe(400);
  expect(await status(`${world.meetingId}?device=watch`)).toBe(400);
  const { document } = await openPage(world, []);
  expect(document.querySelector("h2")?.textContent).toBe("Add a person");
});

test("all meetings are listed, for people and for programs", async () => {
  const world = await startClientWorld();
  const address = `${world.base}/zoom/client`;
  expect((await openZoomPage(address)).text).toContain(classInput.topic);
  const listed = await fetch(address, { headers: { accept: "application/json" } });
  expect(await listed.json()).toMatchObject({
    meetings: [{ id: Number(world.meetingId), host: HOST, startTime: "2030-03-31T08:30:00Z" }],
  });
});
