// The sandbox's Zoom client with the unmodified Zoom Apps SDK.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FrameLocator, Page } from "@playwright/test";
import { getSandboxConfig } from "#sandbox/config.ts";
import { createSandbox, type Sandbox } from "#sandbox/server.ts";
import { startZoomApp, type ZoomApp } from "../../support/zoom-app.ts";
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { expect, test } from "../support/watched.ts";

let app: ZoomApp;
let sandbox: Sandbox;
let dataDir: string;
const client = { id: "client-of-this-test", secret: "secret-of-this-test" };

test.beforeAll(async () => {
  app = await startZoomApp();
  dataDir = await mkdtemp(join(tmpdir(), "sandbox-"));
  sandbox = await createSandbox(
    getSandboxConfig({
      DATA_DIR: dataDir,
      SANDBOX_PORT: "0",
      SANDBOX_WEBHOOK_BASE: app.base,
      ZOOM_CLIENT_ID: client.id,
      ZOOM_CLIENT_SECRET: client.secret,
    }),
  );
});

test.afterAll(async () => {
  await sandbox.close();
  await app.close();
  await rm(dataDir, { recursive: true });
});

const base = () => `http://127.0.0.1:${sandbox.port}`;

/** Schedules a meeting through Zoom's API. @returns its number. */
async function scheduleMeeting(email: string): Promise<string> {
  const redirect_uri = `${app.base}/zoom/auth/callback`;
  const request = { response_type: "code", client_id: client.id, redirect_uri };
  const allowed = await fetch(`${base()}/oauth/authorize`, {
    method: "POST",
    body: new URLSearchParams({ ...request, decision: "allow", email }),
    redirect: "manual",
  });
  const code = new URL(allowed.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const answer = await fetch(`${base()}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri }),
  });
  const { access_token } = await answer.json();
  const meeting = await fetch(`${base()}/v2/users/me/meetings`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: JSON.stringify({ topic: "Tajweed for beginners", type: 2 }),
  });
  return String((await meeting.json()).id);
}

type Person = [as: string, device: string, email: string];

async function sit(page: Page, meetingId: string, ...people: Person[]): Promise<void> {
  const query = people.flatMap(([as, device, email]) => [
    ["as", as],
    ["device", device],
    ["email", email],
  ]);
  await page.goto(`${base()}/zoom/client/${meetingId}?${new URLSearchParams(query)}`);
}

const windowOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function appOf(page: Page, name: string): Promise<FrameLocator> {
  const frame = page.frameLocator(`iframe[title="Halaqa for ${name}"]`);
  await expect(frame.getByRole("heading", { name: "Ready" })).toBeVisible();
  return frame;
}

/** What the SDK returns to the app: a result, or an error's code and message. */
async function call(frame: FrameLocator, name: string, ...args: unknown[]) {
  return frame.locator("body").evaluate(
    async (_, [method, given]) => {
      const { sdk } = window as unknown as {
        sdk: Record<string, (...args: unknown[]) => Promise<unknown>>;
      };
      try {
        return await sdk[method]?.(...given);
      } catch (error) {
        const { message, code } = error as Error & { code?: string };
        return { error: message, code };
      }
    },
    [name, args] as const,
  );
}

const configure = (frame: FrameLocator, ...capabilities: string[]) =>
  call(frame, "config", { capabilities, version: "0.16" });

async function listen(frame: FrameLocator, name: string): Promise<void> {
  await frame
    .locator("body")
    .evaluate(
      (_, event) => (window as unknown as { listen(name: string): void }).listen(event),
      name,
    );
}

function eventsOf(frame: FrameLocator) {
  return frame
    .locator("body")
    .evaluate(() => (window as unknown as { events: { name: string; data: object }[] }).events);
}

test("the unmodified SDK gets Zoom's responses, by role and device", async ({ page }) => {
  const meetingId = await scheduleMeeting("amina.khan@zoom.test");
  await sit(
    page,
    meetingId,
    ["host", "desktop", "amina.khan@zoom.test"],
    ["participant", "ios", "yusuf@zoom.test"],
  );
  const host = await appOf(page, "Amina Khan");
  const student = await appOf(page, "Yusuf");

  expect(await call(host, "getRunningContext")).toEqual({
    error: "must call zoomSdk.config before using other API methods",
  });
  const wanted = [
    "getRunningContext",
    "getUserContext",
    "getMeetingUUID",
    "getAppContext",
    "getMeetingContext",
    "getMeetingParticipants",
    "expandApp",
  ];
  expect(await configure(host, ...wanted)).toMatchObject({
    product: "desktop",
    unsupportedApis: [],
  });
  expect(await configure(student, ...wanted)).toMatchObject({
    product: "mobile",
    unsupportedApis: ["getMeetingContext", "getMeetingParticipants", "expandApp"],
  });

  expect(await call(host, "getRunningContext")).toEqual({ context: "inMeeting" });
  expect(await call(host, "getUserContext")).toMatchObject({ role: "host", status: "authorized" });
  expect(await call(student, "getUserContext")).toMatchObject({ role: "attendee" });
  const uuid = await call(host, "getMeetingUUID");
  expect(await call(student, "getMeetingUUID")).toEqual(uuid);
  expect(await call(host, "getMeetingContext")).toMatchObject({ meetingID: meetingId });
  expect(await call(host, "getMeetingParticipants")).toMatchObject({
    participants: [{ screenName: "Amina Khan" }, { screenName: "Yusuf" }],
  });
  expect(await call(student, "getMeetingContext")).toEqual({
    error: "No Permission for this API. [code:80012, reason:require_meeting_role]",
    code: "80012",
  });
  expect(await call(host, "getMeetingJoinUrl")).toMatchObject({ code: "80004" });

  const { context } = (await call(student, "getAppContext")) as { context: string };
  const sent = await student.locator("body").getAttribute("data-context");
  expect(sent?.length).toBeGreaterThan(200);
  expect(context).not.toBe(sent);
});

test("people side by side share nothing in the browser", async ({ page }) => {
  const meetingId = await scheduleMeeting("amina.khan@zoom.test");
  await sit(
    page,
    meetingId,
    ["host", "desktop", "amina.khan@zoom.test"],
    ["participant", "android", "yusuf@zoom.test"],
  );
  const visit = async (name: string) => {
    const body = (await appOf(page, name)).locator("body");
    return body.evaluate(() => {
      const { countVisit } = window as unknown as { countVisit(): number };
      try {
        return countVisit();
      } catch (error) {
        if ((error as Error).name !== "SecurityError") throw error;
        return "the browser stores nothing";
      }
    });
  };
  const nothing = "the browser stores nothing";
  const [first, others] = [await visit("Amina Khan"), await visit("Yusuf")];
  expect([1, nothing]).toContain(first);
  expect(others).toBe(first);
  await page.reload();
  const later = first === nothing ? nothing : 2;
  expect([await visit("Amina Khan"), await visit("Yusuf")]).toEqual([later, later]);
});

test("a person allows access in the client, and the app gets the code", async ({ page }) => {
  const meetingId = await scheduleMeeting("amina.khan@zoom.test");
  await sit(
    page,
    meetingId,
    ["host", "desktop", "amina.khan@zoom.test"],
    ["participant", "android", "maryam@zoom.test"],
  );
  const frame = await appOf(page, "Maryam");
  await configure(frame, "authorize", "onAuthorized");
  await listen(frame, "onAuthorized");
  await call(frame, "authorize", { codeChallenge: "challenge", state: "state-1" });
  const dialog = windowOf(page, "Maryam").getByRole("dialog");
  await expect(dialog).toHaveAccessibleName("Halaqa asks for access to your Zoom account");
  await expect(dialog.getByRole("button", { name: "Allow" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => eventsOf(frame))
    .toMatchObject([{ name: "onAuthorized", data: { result: true, state: "state-1" } }]);
});

test("an invitation opens the app for a guest on a phone, and a new role reaches it", async ({
  page,
}) => {
  const meetingId = await scheduleMeeting("amina.khan@zoom.test");
  await sit(
    page,
    meetingId,
    ["host", "desktop", "amina.khan@zoom.test"],
    ["guest", "ios", "zaid@zoom.test"],
  );
  const guest = windowOf(page, "Zaid");
  await appOf(page, "Zaid");
  await guest.getByText("Options").click();
  await guest.getByRole("button", { name: "Close the app" }).click();
  await expect(guest.locator("iframe")).toHaveCount(0);
  await expect(guest.getByText("Guests can open it only when somebody invites them")).toBeVisible();

  const host = await appOf(page, "Amina Khan");
  await configure(host, "sendAppInvitationToAllParticipants", "onSendAppInvitation");
  await listen(host, "onSendAppInvitation");
  await call(host, "sendAppInvitationToAllParticipants");
  await expect.poll(() => eventsOf(host)).toMatchObject([{ data: { invitedUserCount: 1 } }]);
  await guest.getByRole("button", { name: "Open", exact: true }).click();

  const frame = await appOf(page, "Zaid");
  await configure(frame, "onMyUserContextChange", "getUserContext");
  await listen(frame, "onMyUserContextChange");
  await guest.getByText("Options").click();
  await guest.getByLabel("Role").selectOption("Co-host");
  await guest.getByRole("button", { name: "Change role" }).click();
  await expect.poll(() => eventsOf(frame)).toMatchObject([{ data: { role: "coHost" } }]);
  expect(await call(frame, "getUserContext")).toMatchObject({ role: "coHost" });
});

test("the app closes with the meeting, which can be started again", async ({ page }) => {
  const meetingId = await scheduleMeeting("amina.khan@zoom.test");
  await sit(page, meetingId, ["host", "desktop", "amina.khan@zoom.test"]);
  const frame = await appOf(page, "Amina Khan");
  await configure(frame, "getMeetingUUID");
  const first = await call(frame, "getMeetingUUID");
  await page.getByRole("button", { name: "End the meeting for everyone" }).click();
  await expect(page.locator("iframe")).toHaveCount(0);
  await page.getByRole("button", { name: "Start the meeting" }).click();
  const again = await appOf(page, "Amina Khan");
  await configure(again, "getMeetingUUID");
  expect(await call(again, "getMeetingUUID")).not.toEqual(first);
});

test("a page that lacks one of Zoom's headers is not shown", async ({ page }) => {
  const meetingId = await scheduleMeeting("amina.khan@zoom.test");
  app.missing.add("referrer-policy");
  await sit(page, meetingId, ["host", "desktop", "amina.khan@zoom.test"]);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByText('Missing OWASP Secure Headers: "Referrer-Policy"')).toBeVisible();
  app.missing.clear();
  const window = windowOf(page, "Amina Khan");
  await window.getByText("Options").click();
  await window.getByRole("button", { name: "Reload the app" }).click();
  await appOf(page, "Amina Khan");
});

test("the page of the clients is accessible at every width", async ({ page }) => {
  const meetingId = await scheduleMeeting("amina.khan@zoom.test");
  await sit(
    page,
    meetingId,
    ["host", "desktop", "amina.khan@zoom.test"],
    ["participant", "ios", "yusuf@zoom.test"],
    ["guest", "android", "zaid@zoom.test"],
  );
  await appOf(page, "Zaid");
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page);
  }
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectReadable(page);
  await windowOf(page, "Zaid").getByText("Options").click();
  await expectAccessible(page);
});
