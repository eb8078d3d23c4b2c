import { expect, test } from "vitest";
import {
  classInput,
  connectAccount,
  openPage,
  startZoomWorld,
  type ZoomWorld,
} from "./zoom-world.ts";

test("opening the start page starts the meeting once and sends an event", async () => {
  const world = await startZoomWorld();
  const meeting = await scheduledMeeting(world);
  const page = await openPage(meeting.startUrl);
  expect(page.status).toBe(200);
  expect(page.document.querySelector("h1")?.textContent).toBe(classInput.topic);
  await openPage(meeting.startUrl);

  const [started] = await world.receiver.waitFor("meeting.started");
  expect(started?.payload).toMatchObject({
    account_id: meeting.host.accountId,
    object: { id: meeting.id, uuid: meeting.uuid, host_id: meeting.host.id, topic: meeting.topic },
  });
  const [joined] = await world.receiver.waitFor("meeting.participant_joined");
  expect(joined?.payload.object.participant).toMatchObject({
    user_name: "Amina Khan",
    email: "amina.khan@zoom.test",
  });
});

test("a guest can join an ongoing meeting and leave it", async () => {
  const world = await startZoomWorld();
  const meeting = await scheduledMeeting(world);
  await openPage(meeting.startUrl);
  const room = await joinAs(meeting.joinUrl, "Yusuf <b>");
  expect(room.text).toContain("You are in the meeting as Yusuf <b>.");
  const joined = await world.receiver.waitFor("meeting.participant_joined", 2);
  expect(joined.map(({ payload }) => payload.object.participant.user_name)).toContain("Yusuf <b>");

  await room.press("Leave");
  const [left] = await world.receiver.waitFor("meeting.participant_left");
  expect(left?.payload.object.participant.user_name).toBe("Yusuf <b>");
});

test("guests wait for the host, and are let in when the meeting starts", async () => {
  const world = await startZoomWorld();
  const meeting = await scheduledMeeting(world);
  const room = await joinAs(meeting.joinUrl, "Yusuf");
  expect(room.text).toContain("The host has not started this meeting yet.");
  expect(world.receiver.events).toEqual([]);

  await openPage(meeting.startUrl);
  const joined = await world.receiver.waitFor("meeting.participant_joined", 2);
  expect(joined.map(({ payload }) => payload.object.participant.user_name)).toContain("Yusuf");
  expect((await openPage(room.document.URL)).text).toContain("You are in the meeting as Yusuf.");
});

test("a meeting with join_before_host lets guests in at once", async () => {
  const world = await startZoomWorld();
  const meeting = await scheduledMeeting(world, { join_before_host: true });
  const room = await joinAs(meeting.joinUrl, "Yusuf");
  expect(room.text).toContain("You are in the meeting as Yusuf.");
  await world.receiver.waitFor("meeting.participant_joined");
});

test("ending the meeting disconnects everyone, and the next start is a new instance", async () => {
  const world = await startZoomWorld();
  const meeting = await scheduledMeeting(world);
  await openPage(meeting.startUrl);
  await joinAs(meeting.joinUrl, "Yusuf");
  const page = await openPage(meeting.startUrl);
  expect(page.text).toContain("Participants (2)");
  expect((await page.press("End meeting")).status).toBe(200);
  await world.receiver.waitFor("meeting.participant_left", 2);
  const [ended] = await world.receiver.waitFor("meeting.ended");
  expect(ended?.payload.object.uuid).toBe(meeting.uuid);

  await openPage(meeting.startUrl);
  const started = await world.receiver.waitFor("meeting.started", 2);
  expect(new Set(started.map(({ payload }) => payload.object.uuid)).size).toBe(2);
});

test("no guest is lost when many join at once", async () => {
  const world = await startZoomWorld();
  const meeting = await scheduledMeeting(world);
  await openPage(meeting.startUrl);
  const names = Array.from({ length: 20 }, (_, index) => `Student ${index}`);
  await Promise.all(names.map((name) => joinAs(meeting.joinUrl, name)));
  expect((await openPage(meeting.startUrl)).text).toContain("Participants (21)");
  await world.receiver.waitFor("meeting.participant_joined", 21);
});

test("an ongoing meeting cannot be deleted", async () => {
  const world = await startZoomWorld();
  const meeting = await scheduledMeeting(world);
  await openPage(meeting.startUrl);
  await expect(world.zoom.deleteMeeting(meeting.accessToken, meeting.id)).rejects.toMatchObject({
    kind: "rejected",
    code: 3002,
  });
});

test("a join link with another passcode or a start link of another meeting opens nothing", async () => {
  const world = await startZoomWorld();
  const one = await scheduledMeeting(world);
  const two = await scheduledMeeting(world);
  expect((await openPage(`${world.base}/j/${one.id}?pwd=guess`)).status).toBe(403);
  const zak = new URL(two.startUrl).searchParams.get("zak");
  expect((await openPage(`${world.base}/s/${one.id}?zak=${zak}`)).status).toBe(401);
  expect(world.receiver.events).toEqual([]);
});

test("an event is repeated until the product accepts it", async () => {
  const world = await startZoomWorld();
  const meeting = await scheduledMeeting(world);
  world.receiver.answers.push(500, 503);
  await openPage(meeting.startUrl);
  await world.receiver.waitFor("meeting.started");
});

test("removing the app revokes all tokens of the person and sends an event", async () => {
  const world = await startZoomWorld();
  const tokens = await connectAccount(world);
  const other = await connectAccount(world, "other@zoom.test");
  const { id, accountId } = await world.zoom.me(tokens.accessToken);

  const page = await openPage(`${world.base}/zoom/app`);
  expect(page.text).toContain("amina.khan@zoom.test");
  expect((await page.press("Remove")).status).toBe(303);
  const [event] = await world.receiver.waitFor("app_deauthorized");
  expect(event?.payload).toMatchObject({
    user_id: id,
    account_id: accountId,
    client_id: "client-of-this-test",
  });
  await expect(world.zoom.me(tokens.accessToken)).rejects.toMatchObject({ kind: "revoked" });
  await expect(world.zoom.refresh(tokens.refreshToken)).rejects.toMatchObject({ kind: "revoked" });
  expect((await world.zoom.me(other.accessToken)).email).toBe("other@zoom.test");
});

test("the app can be removed with a call that names the person", async () => {
  const world = await startZoomWorld();
  await connectAccount(world);
  const remove = () =>
    fetch(`${world.base}/zoom/deauthorize`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "Amina.Khan@zoom.test" }),
    });
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
  await world.receiver.waitFor("app_deauthorized");
});

test("an endpoint that signs the challenge is valid, and another one is not", async () => {
  const validate = async ({ base }: ZoomWorld) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${base}/zoom/validate`, { method: "POST", headers });
    return ((await response.json()) as { valid: boolean }).valid;
  };
  expect(await validate(await startZoomWorld())).toBe(true);
  expect(await validate(await startZoomWorld({ webhookSecret: "another" }))).toBe(false);
});

async function scheduledMeeting(world: ZoomWorld, settings = {}) {
  const { accessToken } = await connectAccount(world);
  const host = await world.zoom.me(accessToken);
  const input = { ...classInput, settings: { ...classInput.settings, ...settings } };
  return { ...(await world.zoom.createMeeting(accessToken, input)), host, accessToken };
}

async function joinAs(joinUrl: string, name: string) {
  const lobby = await openPage(joinUrl);
  const answer = await lobby.press("Join", { name });
  expect(answer.status).toBe(303);
  return openPage(new URL(answer.headers.get("location") ?? "", joinUrl).href);
}
