// The parts of a client's window that change while it is open.
import { html } from "hono/html";
import { site } from "#lib/site/site.ts";
import type { Markup } from "../../../page.ts";
import type { Client, Prompt, Role, UserStatus } from "../client-store.ts";
import type { Presence } from "../clients.ts";

/** What a window shows about the meeting. */
export interface ClientView {
  client: Client;
  status: UserStatus;
  presence: Presence;
  inProgress: boolean;
  /** The people in the same room, with their roles. */
  people: { name: string; role: Role; uuid: string }[];
  /** The address for the client's actions. */
  action: string;
}

const roleNames: Record<Role, string> = {
  host: "Host",
  coHost: "Co-host",
  attendee: "Participant",
};
const deviceNames = { desktop: "Desktop", ios: "iPhone", android: "Android" } as const;
const statusNames: Record<UserStatus, string> = {
  unauthenticated: "not signed in",
  authenticated: "hasn't added the app",
  authorized: "has added the app",
};

/** The changing parts by name, as HTML. */
export function clientParts(view: ClientView): Record<string, string> {
  return {
    bar: String(bar(view)),
    notice: String(notice(view)),
    stage: String(stage(view)),
    closed: String(closed(view)),
    prompt: view.client.prompt ? String(prompt(view, view.client.prompt)) : "",
  };
}

function bar({ client, status, presence, action }: ClientView): Markup {
  const { id, role, breakoutRoom, device } = client;
  const facts = [
    deviceNames[device],
    roleNames[role],
    statusNames[status],
    ...(breakoutRoom ? [breakoutRoom.name] : []),
  ];
  return html`<div class="who"><h2 id="name-${id}">${client.name}</h2>
<p class="facts">${facts.join(" · ")}</p></div>
<details class="menu" id="menu-${id}">
  <summary id="menu-button-${id}">Options<span class="sr"> for ${client.name}</span></summary>
  <div class="menu-body">
    ${presence === "in" ? insideMenu(client, action) : joinForm(client, action)}
    ${status === "authorized" ? button(action, "remove-app", "Remove the app from the account") : ""}
  </div>
</details>`;
}

function insideMenu({ id, role, breakoutRoom, appOpen }: Client, action: string): Markup {
  const rooms = ["Breakout room 1", "Breakout room 2"];
  return html`<form method="post" action="${action}">
      <input type="hidden" name="act" value="role">
      <div><label for="role-${id}">Role</label>
      <select id="role-${id}" name="role">${Object.entries(roleNames).map(([value, name]) => option(value, name, value === role))}</select></div>
      <button type="submit" class="quiet">Change role</button>
    </form>
    <form method="post" action="${action}">
      <input type="hidden" name="act" value="move">
      <div><label for="room-${id}">Room</label>
      <select id="room-${id}" name="room">${option("", "Main meeting", !breakoutRoom)}${rooms.map((name) => option(name, name, breakoutRoom?.name === name))}</select></div>
      <button type="submit" class="quiet">Move</button>
    </form>
    ${appOpen ? button(action, "reload", "Reload the app") : ""}
    ${appOpen ? button(action, "close-app", "Close the app") : button(action, "open-app", "Open the app")}
    ${appOpen ? button(action, "invite", "Invite everyone to the app") : ""}
    ${button(action, "leave", "Leave the meeting")}`;
}

function joinForm({ role }: Client, action: string): Markup {
  return button(action, "join", role === "host" ? "Start or join the meeting" : "Join the meeting");
}

function notice({ client, action }: ClientView): Markup | "" {
  if (!client.notice) return "";
  const { text, url } = client.notice;
  return html`<p role="status">${text}
${url ? html`<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>` : ""}</p>
${button(action, "dismiss", "Dismiss")}`;
}

function stage({ presence, people, inProgress }: ClientView): Markup {
  if (presence === "waiting") {
    return html`<p role="status">The host has not started this meeting yet. You will be let in when it starts.</p>`;
  }
  if (presence === "left") {
    const text = inProgress ? "You are not in the meeting." : "The meeting is not in progress.";
    return html`<p role="status">${text}</p>`;
  }
  const tiles = people.map(
    ({ name, role }) => html`<li><span class="initials" aria-hidden="true">${initials(name)}</span>
<span>${name}${role === "attendee" ? "" : ` (${roleNames[role].toLowerCase()})`}</span></li>`,
  );
  return html`<ul aria-label="In this room">${tiles}</ul>`;
}

function closed({ client, presence, action }: ClientView): Markup {
  if (presence === "waiting") return html`<p>${site.name} opens when the meeting starts.</p>`;
  if (presence === "left") {
    return html`<p>${site.name} closes when you leave the meeting.</p>${joinForm(client, action)}`;
  }
  if (client.zoomId === "") {
    return html`<p>${site.name} is closed. Guests can open it only when somebody invites them.</p>`;
  }
  return html`<p>${site.name} is closed.</p>${button(action, "open-app", "Open the app")}`;
}

function prompt({ client, people, action }: ClientView, prompt: Prompt): Markup {
  const { id } = client;
  const answers = (
    accept: string,
    decline: string,
    fields: Markup | "" = "",
  ) => html`<form method="post" action="${action}">
  <input type="hidden" name="act" value="answer">
  ${fields}
  <button type="submit" name="accepted" value="yes" data-focus>${accept}</button>
  <button type="submit" name="accepted" value="no" class="quiet">${decline}</button>
</form>`;
  const dialog = (
    title: string,
    body: Markup,
  ) => html`<div class="prompt" role="dialog" aria-labelledby="prompt-${id}">
<h3 id="prompt-${id}">${title}</h3>
${body}
</div>`;
  switch (prompt.kind) {
    case "consent":
      return dialog(
        `${site.name} asks for access to your Zoom account`,
        html`<p>If you allow it, ${site.name} can see your name and email address, and the meetings that you host.</p>${answers("Allow", "Decline")}`,
      );
    case "add-app":
      return dialog(
        `Add ${site.name}?`,
        html`<p>${site.name} can then see who you are in Zoom.</p>${answers("Add", "Not now")}`,
      );
    case "sign-in":
      return dialog(
        "Sign in to Zoom",
        html`<p>This is the sandbox's own Zoom: any address is an account.</p>${answers(
          "Sign in",
          "Not now",
          html`<div><label for="sign-in-${id}">Email address</label>
<input id="sign-in-${id}" name="email" type="email" autocomplete="off" value="${client.email}"></div>`,
        )}`,
      );
    case "invitation":
      return dialog(
        `${prompt.from} invites you to ${site.name}`,
        html`${prompt.text ? html`<p>${prompt.text}</p>` : ""}${answers(prompt.open, prompt.ignore)}`,
      );
    case "invite":
      return dialog(
        prompt.heading,
        answers(
          prompt.button,
          "Cancel",
          html`<div><label for="invite-${id}">Whom</label>
<select id="invite-${id}" name="to">${option("", "Everyone", true)}${people
            .filter(({ uuid }) => uuid !== client.participantUuid)
            .map(({ uuid, name }) => option(uuid, name, false))}</select></div>`,
        ),
      );
  }
}

function button(action: string, value: string, label: string): Markup {
  return html`<form method="post" action="${action}"><button type="submit" name="act" value="${value}" class="quiet">${label}</button></form>`;
}

export function option(value: string, name: string, selected: boolean): Markup {
  return html`<option value="${value}"${selected ? html` selected` : ""}>${name}</option>`;
}

function initials(name: string): string {
  return name
    .split(" ")
    .map(([first = ""]) => first)
    .slice(0, 2)
    .join("");
}
