// The page that shows several people side by side in one meeting, each with a Zoom client.
import { html, raw } from "hono/html";
import { site } from "#lib/site/site.ts";
import type { Markup } from "../../../page.ts";
import { style } from "../../pages.style.ts";
import type { Meeting } from "../../store.ts";
import type { Seating } from "../clients.ts";
import { clientStyle } from "./client-page.style.ts";
import { type ClientView, clientParts, option } from "./client-parts.ts";

export interface PageClient extends ClientView {
  /** The origin of the client's browser, and the app's home URL at that origin. */
  origin: string;
  url: string;
  log: string[];
}

export function clientPage(
  meeting: Meeting,
  clients: PageClient[],
  seatings: Seating[],
  baseUrl: string,
): Markup {
  const path = `/zoom/client/${meeting.id}`;
  const inProgress = meeting.status === "started";
  return html`<!doctype html>
<html lang="en" data-meeting="${path}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${meeting.topic}: Zoom clients</title>
<style>${raw(style)}${raw(clientStyle)}</style>
<script src="/zoom/client.js"></script>
</head>
<body>
<header>Zoom <span>sandbox</span></header>
<main>
<div class="meeting">
  <h1>${meeting.topic}</h1>
  <p><span class="pill${inProgress ? " live" : ""}">${inProgress ? "In progress" : "Not started"}</span>
  Meeting ID ${String(meeting.id).replace(/^(\d{3})(\d{4})/, "$1 $2 ")}</p>
  <form method="post" action="${path}/${inProgress ? "end" : "start"}" data-reload>
    <button type="submit" class="${inProgress ? "danger" : ""}">${inProgress ? "End the meeting for everyone" : "Start the meeting"}</button>
  </form>
</div>
<div data-problem role="alert"></div>
<noscript><p class="notice">Zoom's client needs scripts to talk to the app.</p></noscript>
${clients.length === 0 ? html`<p>Nobody has joined on this page yet. Add a person below.</p>` : ""}
<div class="clients">${clients.map(clientWindow)}</div>
${addForm(path, seatings)}
<p class="about">Each window is a person's Zoom client with ${site.name} open. The app runs at its real
home URL, through a browser of its own per person; what it may call follows the Zoom Apps SDK.
The app's settings at this Zoom are on <a href="${baseUrl}/zoom/app">its page in the marketplace</a>.</p>
</main>
</body>
</html>`;
}

function clientWindow({ log, origin, url, ...view }: PageClient): Markup {
  const { client, presence } = view;
  const parts = clientParts(view);
  const part = (name: string) => raw(parts[name] ?? "");
  const title = `${site.name} for ${client.name}`;
  const open = client.appOpen && presence === "in";
  return html`<section class="client ${client.device === "desktop" ? "" : "phone"}" aria-labelledby="name-${client.id}" data-client="${client.id}" data-device="${client.device}" data-email="${client.email}" data-origin="${origin}" data-url="${url}" data-title="${title}">
  <div class="bar" data-part="bar">${part("bar")}</div>
  <div class="notice-bar" data-part="notice">${part("notice")}</div>
  <div class="body">
    <div class="stage" data-part="stage">${part("stage")}</div>
    <div class="panel" data-panel>
      <div class="closed" data-part="closed">${part("closed")}</div>
      ${open ? html`<iframe title="${title}" src="${url}" allow="autoplay; clipboard-write"></iframe>` : ""}
    </div>
  </div>
  <div data-part="prompt">${part("prompt")}</div>
  <details class="log">
    <summary>Calls and events</summary>
    <ol data-log>${log.map((line) => html`<li>${line}</li>`)}</ol>
  </details>
</section>`;
}

/** Adds a person to the page. The form also contains the people who are already there. */
function addForm(path: string, seatings: Seating[]): Markup {
  const seats = [
    ["participant", "Participant"],
    ["co-host", "Co-host"],
    ["host", "Host"],
    ["guest", "Guest, not signed in"],
  ] as const;
  const devices = [
    ["desktop", "Desktop"],
    ["ios", "iPhone"],
    ["android", "Android"],
  ] as const;
  return html`<section class="add" aria-labelledby="add">
<h2 id="add">Add a person</h2>
<form method="get" action="${path}">
  ${seatings.map(
    ({ seat, device, email }) => html`<input type="hidden" name="as" value="${seat}">
  <input type="hidden" name="device" value="${device}">
  <input type="hidden" name="email" value="${email}">`,
  )}
  <div><label for="as">Joins as</label><select id="as" name="as">${seats.map(([value, name]) => option(value, name, false))}</select></div>
  <div><label for="device">Device</label><select id="device" name="device">${devices.map(([value, name]) => option(value, name, false))}</select></div>
  <div><label for="email">Email address at Zoom</label><input id="email" name="email" type="email" required autocomplete="off" value=""></div>
  <button type="submit">Add</button>
</form>
</section>`;
}
