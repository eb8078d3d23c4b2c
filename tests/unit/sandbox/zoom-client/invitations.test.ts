import { expect, test } from "vitest";
import { openPage as openZoomPage } from "../zoom-world.ts";
import { decryptContext, openClient, startClientWorld, waitForEvents } from "./client-world.ts";

test("an invitation opens the app, whose context names the invitation", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  const guest = await openClient(world, "guest", "zaid@zoom.test", "ios");
  await guest.act("close-app");
  expect(await guest.text()).toContain("Guests can open it only when somebody invites them.");
  expect(await guest.act("open-app")).toBe(403);

  await host.configure("sendAppInvitationToAllParticipants", "onSendAppInvitation");
  const { invitationUUID } = await host.resultOf("sendAppInvitationToAllParticipants");
  expect(await waitForEvents(host, "onSendAppInvitation")).toEqual([
    { timestamp: expect.any(Number), invitationUUID, invitedUserCount: 1 },
  ]);
  expect(await guest.text()).toContain("Amina Khan invites you to Halaqa");
  await guest.act("answer", { accepted: "yes" });
  await guest.configure("getAppContext");
  const { context } = await guest.resultOf("getAppContext");
  expect(decryptContext(String(context)).iid).toBe(invitationUUID);
});

test("a host invites named participants, at most ten and only those who are present", async () => {
  const world = await startClientWorld();
  const host = await openClient(world, "host");
  const participant = await openClient(world, "participant", "yusuf@zoom.test");
  const other = await openClient(world, "participant", "zaid@zoom.test");
  await participant.configure("getUserContext");
  const { participantUUID } = await participant.resultOf("getUserContext");
  for (const client of [participant, other]) await client.act("close-app");

  await host.configure("sendAppInvitation");
  // The SDK renames the field before it sends the call.
  const invite = (user_UUID_list: unknown[]) =>
    host.call("sendAppInvitation", { user_UUID_list, messageText: "Read along with us" });
  expect(await invite([])).toMatchObject({ errorCode: "10026" });
  expect(await invite(["NOBODY"])).toMatchObject({ errorCode: "10049" });
  expect(await invite(Array(11).fill(participantUUID))).toMatchObject({ errorCode: "10028" });
  expect(await invite([participantUUID])).toHaveProperty("result.invitationUUID");
  expect(await participant.text()).toContain("Read along with us");
  expect(await other.text()).not.toContain("Read along with us");
});

test("a deep link opens the app in the meeting of the person who follows it", async () => {
  const world = await startClientWorld();
  const create = (token: string, body: unknown) =>
    fetch(`${world.base}/v2/zoomapp/deeplink`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await create("nobody", { action: "{}" })).status).toBe(401);
  expect((await create(world.accessToken, { action: 1 })).status).toBe(400);
  const action = JSON.stringify({ classId: "cls_1" });
  const { deeplink } = await (await create(world.accessToken, { action })).json();
  expect((await fetch(deeplink)).status).toBe(409);

  const host = await openClient(world, "host");
  await openClient(world, "participant", "yusuf@zoom.test");
  await host.act("close-app");
  const page = await openZoomPage(deeplink);
  expect(page.text).toContain("Yusuf (desktop)");
  const opened = await page.press("Amina Khan (desktop)", { client: host.id });
  expect(opened.status).toBe(303);
  expect(opened.headers.get("location")).toContain(`/zoom/client/${world.meetingId}?as=host`);
  const { result } = await host.configure("getAppContext");
  expect(result).toMatchObject({ launchContext: { openBy: "deeplink" } });
  const { context } = await host.resultOf("getAppContext");
  expect(decryptContext(String(context)).act).toBe(action);
});
