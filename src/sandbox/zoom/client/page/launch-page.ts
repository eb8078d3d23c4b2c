// The page behind a deep link, which asks in which client the app should open.
import { html } from "hono/html";
import { site } from "#lib/site/site.ts";
import type { Markup } from "../../../page.ts";
import { zoomPage } from "../../pages.ts";
import type { Client } from "../client-store.ts";

const deviceNames = { desktop: "desktop", ios: "iPhone", android: "Android" } as const;

export function launchPage(path: string, clients: Client[]): Markup {
  const buttons = clients.map(
    ({ id, name, device }) =>
      html`<button type="submit" name="client" value="${id}" class="wide quiet">${name} (${deviceNames[device]})</button>`,
  );
  return zoomPage(
    `Open ${site.name} in Zoom`,
    html`<h1>Open ${site.name} in Zoom</h1>
<p>In whose Zoom client?</p>
<form action="${path}" method="post">${buttons}</form>`,
  );
}
