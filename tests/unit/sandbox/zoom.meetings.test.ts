import { afterEach, expect, test, vi } from "vitest";
import { callApi, classInput, connectAccount, openPage, startZoomWorld } from "./zoom-world.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a created meeting has the fields and types that Zoom documents", async () => {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world);
  const { status, body } = await callApi(world, accessToken, "POST", "/v2/users/me/meetings", {
    topic: "Tajweed",
    type: 2,
    start_time: "2030-03-31T08:30:00Z",
    duration: 45,
    timezone: "Asia/Kolkata",
    settings: { host_video: true, waiting_room: false },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    uuid: expect.stringMatching(/^[\w+/]{22}==$/),
    id: expect.any(Number),
    host_id: expect.stringMatching(/^[\w-]{22}$/),
    host_email: "amina.khan@zoom.test",
    topic: "Tajweed",
    type: 2,
    status: "waiting",
    start_time: "2030-03-31T08:30:00Z",
    duration: 45,
    timezone: "Asia/Kolkata",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    start_url: expect.stringContaining(`${world.base}/s/${body.id}?zak=`),
    join_url: `${world.base}/j/${body.id}?pwd=${body.encrypted_password}`,
    password: expect.stringMatching(/^\d{6}$/),
    settings: { host_video: true, participant_video: false, waiting_room: false, audio: "both" },
    pre_schedule: false,
    creation_source: "open_api",
  });
  expect(String(body.id)).toMatch(/^\d{11}$/);
});

test("a local start time is read in the meeting's time zone", async () => {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world);
  const { body } = await callApi(world, accessToken, "POST", "/v2/users/me/meetings", {
    start_time: "2030-07-01T09:00:00",
    timezone: "America/New_York",
  });
  expect(body.start_time).toBe("2030-07-01T13:00:00Z");
});

test("every invalid field is reported", async () => {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world);
  const { status, body } = await callApi(world, accessToken, "POST", "/v2/users/me/meetings", {
    topic: "x".repeat(201),
    type: 8,
    start_time: "tomorrow",
    duration: "long",
    timezone: "Mars/Olympus",
    settings: { waiting_room: "yes" },
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 300, message: "Validation Failed." });
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
    "topic",
    "type",
    "start_time",
    "duration",
    "timezone",
    "settings.waiting_room",
  ]);
  const broken = await callApi(world, accessToken, "POST", "/v2/users/me/meetings", "{");
  expect(broken).toMatchObject({ status: 400, body: { code: 300 } });
  const noSuchDay = { start_time: "2030-02-31T10:00:00Z" };
  const answer = await callApi(world, accessToken, "POST", "/v2/users/me/meetings", noSuchDay);
  expect(answer.body.errors[0].field).toBe("start_time");
});

test("an update keeps fields that it does not name, and survives a restart", async () => {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world);
  const { id } = await world.zoom.createMeeting(accessToken, classInput);
  await world.zoom.updateMeeting(accessToken, id, { topic: "Tajweed 2", durationMinutes: 60 });
  await world.reopen();
  expect(await world.zoom.getMeeting(accessToken, id)).toMatchObject({
    topic: "Tajweed 2",
    durationMinutes: 60,
    startTime: classInput.startTime,
    timeZone: "Asia/Kolkata",
  });
  const { body } = await callApi(world, accessToken, "GET", `/v2/meetings/${id}`);
  expect(body.settings).toMatchObject(classInput.settings);
});

test("a start link is new on every read and expires after two hours", async () => {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world);
  const { id } = await world.zoom.createMeeting(accessToken, classInput);
  const first = await world.zoom.getMeeting(accessToken, id);
  const second = await world.zoom.getMeeting(accessToken, id);
  expect(second.startUrl).not.toBe(first.startUrl);
  expect(second.joinUrl).toBe(first.joinUrl);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 3_600_000 + 1000 });
  const page = await openPage(second.startUrl);
  expect(page.status).toBe(401);
  expect(page.text).toContain("This start link has expired.");
});

test("a deleted meeting is missing from the API, and its join link no longer works", async () => {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world);
  const { id, joinUrl } = await world.zoom.createMeeting(accessToken, classInput);
  await world.zoom.deleteMeeting(accessToken, id);
  expect(await callApi(world, accessToken, "GET", `/v2/meetings/${id}`)).toEqual({
    status: 404,
    body: { code: 3001, message: `Meeting does not exist: ${id}.` },
  });
  expect((await openPage(joinUrl)).status).toBe(404);
});

test("another account can neither see nor change a meeting", async () => {
  const world = await startZoomWorld();
  const owner = await connectAccount(world);
  const stranger = await connectAccount(world, "stranger@zoom.test");
  const { id } = await world.zoom.createMeeting(owner.accessToken, classInput);
  for (const method of ["GET", "PATCH", "DELETE"]) {
    const body = method === "PATCH" ? { topic: "Mine" } : undefined;
    const answer = await callApi(world, stranger.accessToken, method, `/v2/meetings/${id}`, body);
    expect(answer.status).toBe(404);
  }
  const { id: ownerId } = await world.zoom.me(owner.accessToken);
  const answer = await callApi(world, stranger.accessToken, "GET", `/v2/users/${ownerId}`);
  expect(answer).toMatchObject({ status: 404, body: { code: 1001 } });
  expect((await world.zoom.getMeeting(owner.accessToken, id)).topic).toBe(classInput.topic);
});

test("the list pages through a host's meetings", async () => {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world);
  const stranger = await connectAccount(world, "stranger@zoom.test");
  await world.zoom.createMeeting(stranger.accessToken, classInput);
  const ids: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.push(Number((await world.zoom.createMeeting(accessToken, classInput)).id));
  }
  const seen: number[] = [];
  let token = "";
  do {
    const query = new URLSearchParams({ page_size: "2", next_page_token: token });
    const path = `/v2/users/me/meetings?${query}`;
    const { body } = await callApi(world, accessToken, "GET", path);
    expect(body).toMatchObject({ page_size: 2, page_count: 3, total_records: 5 });
    seen.push(...body.meetings.map(({ id }: { id: number }) => id));
    token = body.next_page_token;
  } while (token);
  expect(seen).toEqual(ids);
  const tooMany = await callApi(world, accessToken, "GET", "/v2/users/me/meetings?page_size=301");
  expect(tooMany).toMatchObject({ status: 400, body: { code: 300 } });
});

test("the list separates upcoming from previous meetings", async () => {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world);
  await world.zoom.createMeeting(accessToken, classInput);
  const past = { ...classInput, topic: "Over", startTime: new Date("2020-01-01T00:00:00Z") };
  await world.zoom.createMeeting(accessToken, past);
  const topicsOf = async (type: string) => {
    const path = `/v2/users/me/meetings?type=${type}`;
    const { body } = await callApi(world, accessToken, "GET", path);
    return body.meetings.map(({ topic }: { topic: string }) => topic);
  };
  expect(await topicsOf("upcoming")).toEqual([classInput.topic]);
  expect(await topicsOf("previous_meetings")).toEqual(["Over"]);
  expect(await topicsOf("live")).toEqual([]);
});

test("a call without a token is rejected with code 124", async () => {
  const world = await startZoomWorld();
  expect(await callApi(world, "nonsense", "GET", "/v2/users/me")).toEqual({
    status: 401,
    body: { code: 124, message: "Invalid access token." },
  });
});

test("changes and deletions send events with the previous values", async () => {
  const world = await startZoomWorld();
  const { accessToken } = await connectAccount(world);
  const { id } = await world.zoom.createMeeting(accessToken, classInput);
  await world.zoom.updateMeeting(accessToken, id, { topic: "Light letters" });
  await world.zoom.updateMeeting(accessToken, id, { topic: "Light letters" });
  await world.zoom.deleteMeeting(accessToken, id);
  const [deleted] = await world.receiver.waitFor("meeting.deleted");
  const [updated] = await world.receiver.waitFor("meeting.updated");
  expect(updated?.payload).toMatchObject({
    object: { id: Number(id), topic: "Light letters" },
    old_object: { id: Number(id), topic: classInput.topic },
  });
  expect(deleted?.payload.object).toMatchObject({ id: Number(id), topic: "Light letters" });
});
