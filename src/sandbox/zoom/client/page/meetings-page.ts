// The list of all meetings, from which people choose one to join.
import { html } from "hono/html";
import type { Markup } from "../../../page.ts";
import { zoomPage } from "../../pages.ts";
import type { Meeting } from "../../store.ts";

interface ListedMeeting extends Pick<Meeting, "id" | "topic" | "startTime" | "status"> {
  host: string;
}

export function meetingsPage(meetings: ListedMeeting[]): Markup {
  const latestFirst = meetings.toSorted((a, b) => b.startTime.localeCompare(a.startTime));
  const rows = latestFirst.map(({ id, topic, host, startTime, status }) => {
    const seat = new URLSearchParams({ as: "host", email: host });
    return html`<li><a href="/zoom/client/${id}?${seat}">${topic}</a>
<span>${status === "started" ? "in progress" : html`<time datetime="${startTime}">${startTime}</time>`}</span></li>`;
  });
  return zoomPage(
    "Meetings",
    html`<h1>Meetings</h1>
<p>Open a meeting in the emulated Zoom client, as its host.</p>
${rows.length === 0 ? html`<p>There are no meetings yet.</p>` : html`<ul class="people">${rows}</ul>`}`,
  );
}
