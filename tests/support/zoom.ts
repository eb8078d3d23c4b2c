/** Teachers with an account at the sandbox's Zoom, and their meetings there. */
import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Context } from "#server/context.ts";
import { meetingConnections } from "#server/db/tables/meetings.table.ts";
import { findProvider } from "#server/meetings/connection/connection.ts";
import { withProvider } from "#server/meetings/connection/with-provider.ts";
import type { MeetingProvider } from "#server/providers/meetings/meeting-provider.ts";
import type { Answer, TestApp } from "./app.ts";
import { addTeacher, type Person } from "./people.ts";

/** The same deployment with replaced calls to Zoom. */
export function replaceZoom(
  context: Context,
  change: (zoom: MeetingProvider) => Partial<MeetingProvider>,
): Context {
  const zoom = findProvider(context, "zoom");
  const within: MeetingProvider["within"] = (signal) => ({
    ...zoom.within(signal),
    ...change(zoom),
  });
  return { ...context, meetingProviders: [{ ...zoom, within }] };
}

export function zoomPeople(getApp: () => TestApp) {
  /** Sets a fault of the sandbox's Zoom, by default for one request. */
  const fault = (body: object) =>
    fetch(`${getApp().sandboxUrl}/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ provider: "zoom", times: 1, ...body }),
    });

  const clearFaults = () => fetch(`${getApp().sandboxUrl}/faults`, { method: "DELETE" });

  /**
   * Follows the connect link and grants access, as the browser does. @returns the parameters of the
   * redirect.
   */
  async function authorize(teacher: Person): Promise<{ code: string; state: string }> {
    const ticket = await getApp().call("POST", "/api/zoom/connect/ticket", {
      token: teacher.token,
      body: {},
    });
    const leads = await getApp().call("GET", `/api/zoom/connect?token=${ticket.body.data.ticket}`);
    const page = new URL(leads.headers.get("location") ?? "");
    const form = new URLSearchParams(page.search);
    form.set("decision", "allow");
    form.set("email", teacher.email);
    const allowed = await fetch(`${page.origin}${page.pathname}`, {
      method: "POST",
      body: form,
      redirect: "manual",
    });
    const back = new URL(allowed.headers.get("location") ?? "");
    return {
      code: back.searchParams.get("code") ?? "",
      state: back.searchParams.get("state") ?? "",
    };
  }

  async function connect(teacher: Person): Promise<void> {
    const body = await authorize(teacher);
    const { token } = teacher;
    const answer = await getApp().call("POST", "/api/zoom/oauth/callback", { token, body });
    expect(answer.status).toBe(200);
  }

  async function addConnectedTeacher(): Promise<Person> {
    const teacher = await addTeacher(getApp().context);
    await connect(teacher);
    return teacher;
  }

  const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();

  const schedule = (teacher: Person, courseId: string, overrides: object = {}): Promise<Answer> =>
    getApp().call("POST", "/api/zoom/meetings", {
      token: teacher.token,
      body: { topic: "Points of articulation", startTime: tomorrow(), courseId, ...overrides },
    });

  /** The teacher's meetings, as listed by Zoom. */
  async function listAtZoom(
    teacher: Person,
  ): Promise<{ id: number; topic: string; start_time: string; duration: number }[]> {
    const { context, sandboxUrl } = getApp();
    return withProvider(context, teacher.profileId, async (_zoom, accessToken) => {
      const answer = await fetch(`${sandboxUrl}/v2/users/me/meetings`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      return (await answer.json()).meetings;
    });
  }

  /** Revokes the access at Zoom without an event. */
  async function removeAccess(teacher: Person): Promise<void> {
    const { context, sandboxUrl } = getApp();
    const [row] = await context.db
      .select()
      .from(meetingConnections)
      .where(eq(meetingConnections.teacherId, teacher.profileId));
    const answer = await fetch(`${sandboxUrl}/zoom/deauthorize`, {
      method: "POST",
      body: new URLSearchParams({ user_id: row?.providerUserId ?? "" }),
    });
    expect(answer.ok).toBe(true);
  }

  /** Delivers an event, signed as Zoom signs it. */
  async function deliver(event: object, secret = getApp().config.zoom.webhookSecret) {
    const body = JSON.stringify(event);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const digest = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
    return getApp().call("POST", "/api/webhooks/zoom", {
      body,
      headers: { "x-zm-request-timestamp": timestamp, "x-zm-signature": `v0=${digest}` },
    });
  }

  return {
    addConnectedTeacher,
    authorize,
    clearFaults,
    connect,
    deliver,
    fault,
    listAtZoom,
    removeAccess,
    schedule,
    tomorrow,
  };
}
