import { html } from "hono/html";
import { site } from "#lib/site/site.ts";
import { type Markup, page } from "../page.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { style } from "./pages.style.ts";
import type { Meeting, Participant, ZoomUser } from "./store.ts";

/** form-action is omitted because Allow and Deny lead to the app on another origin. */
export const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

/** Asks the user whether the app may act on their behalf. */
export function authorizePage(request: AuthorizationRequest, email: string) {
  const carried = Object.entries(request).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return zoomPage(
    `Connect ${site.name}`,
    html`<h1>${site.name} asks for access to your Zoom account</h1>
<p>If you allow it, ${site.name} can:</p>
<ul>
  <li>see your name and email address</li>
  <li>see the meetings that you host</li>
  <li>create, change and delete meetings for you</li>
</ul>
<form action="/oauth/authorize" method="post">
  ${carried}
  <input type="hidden" name="decision" value="allow">
  <label for="email">Your Zoom account</label>
  <input id="email" name="email" type="email" value="${email}" required autocomplete="off" spellcheck="false" aria-describedby="email-hint">
  <p class="hint" id="email-hint">This is the demo's own Zoom: any address is an account.</p>
  <button type="submit" class="wide">Allow</button>
</form>
<form action="/oauth/authorize" method="post">
  ${carried}
  <input type="hidden" name="decision" value="deny">
  <button type="submit" class="wide quiet">Deny</button>
</form>`,
  );
}

/** The page before joining, which shows the meeting and asks for a name. */
export function lobbyPage(meeting: Meeting, host: ZoomUser, name: string) {
  return zoomPage(
    meeting.topic,
    html`${meetingHead(meeting, host)}
<form action="/j/${meeting.id}/join?pwd=${meeting.encryptedPassword}" method="post">
  <label for="name">Your name</label>
  <input id="name" name="name" value="${name}" required maxlength="64" autocomplete="name">
  <div class="actions"><button type="submit">Join</button></div>
</form>
${clientLink(meeting)}`,
  );
}

/** The page of a guest who has joined: waiting, in the meeting, or after leaving. */
export function guestPage(meeting: Meeting, host: ZoomUser, guest: Participant) {
  const back = `/j/${meeting.id}?pwd=${meeting.encryptedPassword}`;
  if (guest.state === "left") {
    return zoomPage(
      meeting.topic,
      html`${meetingHead(meeting, host)}
<p class="notice" role="status">You have left the meeting.</p>
<div class="actions"><a class="button" href="${back}">Join again</a></div>`,
    );
  }
  const text =
    guest.state === "in"
      ? `You are in the meeting as ${guest.name}.`
      : "The host has not started this meeting yet. You will be let in when it starts.";
  return zoomPage(
    meeting.topic,
    html`${meetingHead(meeting, host)}
<p class="notice" role="status">${text}</p>
<div class="actions">
  ${guest.state === "waiting" ? html`<a class="button" href="${back}&p=${guest.uuid}">Check again</a>` : ""}
  <form action="/j/${meeting.id}/leave?pwd=${meeting.encryptedPassword}" method="post">
    <input type="hidden" name="p" value="${guest.uuid}">
    <button type="submit" class="quiet">Leave</button>
  </form>
</div>`,
  );
}

export function hostPage(meeting: Meeting, host: ZoomUser, zak: string) {
  const inside = meeting.participants.filter(({ state }) => state === "in");
  return zoomPage(
    meeting.topic,
    html`${meetingHead(meeting, host)}
<p class="notice" role="status">You are hosting this meeting.</p>
<h2>Participants (${inside.length})</h2>
<ul>${inside.map(({ name, zoomId }) => html`<li>${name}${zoomId === host.id ? " (host)" : ""}</li>`)}</ul>
<div class="actions">
  <a class="button" href="/s/${meeting.id}?zak=${zak}">Refresh</a>
  <form action="/s/${meeting.id}/end?zak=${zak}" method="post">
    <button type="submit" class="danger">End meeting</button>
  </form>
</div>
${clientLink(meeting, host)}`,
  );
}

/** The app's page in the marketplace. */
export function appPage(connected: ZoomUser[], webhookBase: string, result: string | undefined) {
  return zoomPage(
    `${site.name} app`,
    html`<h1>${site.name} in the App Marketplace</h1>
${result ? html`<p class="notice" role="status">${result}</p>` : ""}
<h2>People who use it</h2>
${connected.length === 0 ? html`<p>No one has connected their account.</p>` : html`<ul class="people">${connected.map(connectedRow)}</ul>`}
<h2>Event notifications</h2>
<p class="wrap">${webhookBase}/api/webhooks/zoom</p>
<form action="/zoom/validate" method="post"><button type="submit" class="quiet">Validate</button></form>`,
  );
}

/** Explains in one sentence what went wrong or has ended. */
export function problemPage(message: string, title = "Zoom") {
  return zoomPage(title, html`<h1>${title}</h1><p class="wrap" role="status">${message}</p>`);
}

function connectedRow(user: ZoomUser): Markup {
  return html`<li><span class="wrap">${user.email}</span>
<form action="/zoom/deauthorize" method="post">
  <input type="hidden" name="user_id" value="${user.id}">
  <button type="submit" class="quiet" aria-label="Remove the app for ${user.email}">Remove</button>
</form></li>`;
}

function meetingHead(meeting: Meeting, host: ZoomUser): Markup {
  return html`<h1>${meeting.topic}</h1>
<dl>
  <dt>Host</dt><dd>${host.firstName} ${host.lastName} (${host.email})</dd>
  <dt>Time</dt><dd>${time(meeting.startTime, meeting.timezone)}</dd>
  <dt>Duration</dt><dd>${meeting.duration} minutes</dd>
  <dt>Meeting ID</dt><dd>${String(meeting.id).replace(/^(\d{3})(\d{4})/, "$1 $2 ")}</dd>
</dl>`;
}

/** A link to the emulated client in which the app runs. */
function clientLink({ id }: Meeting, host?: ZoomUser): Markup {
  const seat = host ? `?${new URLSearchParams({ as: "host", email: host.email })}` : "";
  return html`<p class="hint"><a href="/zoom/client/${id}${seat}">Open the meeting in the emulated Zoom client</a>, with the ${site.name} app.</p>`;
}

function time(instant: string, timeZone: string): Markup {
  const text = new Intl.DateTimeFormat("en-US", {
    dateStyle: "full",
    timeStyle: "short",
    timeZone,
  }).format(new Date(instant));
  return html`<time datetime="${instant}">${text} (${timeZone})</time>`;
}

export function zoomPage(title: string, body: Markup): Markup {
  return page(
    title,
    style,
    html`<header>Zoom <span>sandbox</span></header>
<main>
${body}
</main>`,
  );
}
