/**
 * Runs in the page that shows clients: passes calls and events between the apps' frames and the
 * sandbox, and updates the page. It is sent as this function's own source text, so it must not use
 * anything outside itself.
 */
export function runClientPage(): void {
  type Parts = { open: boolean; url: string; parts: Record<string, string> };
  type Message =
    | { kind: "event"; name: string; data: unknown }
    | { kind: "changed" }
    | { kind: "log"; line: string };

  const root = document.documentElement.dataset.meeting ?? "";

  const windowOf = (id: string) =>
    document.querySelector<HTMLElement>(`[data-client="${CSS.escape(id)}"]`);

  function findWindow(source: MessageEventSource | null): HTMLElement | undefined {
    const frame = [...document.querySelectorAll("iframe")].find(
      ({ contentWindow }) => contentWindow === source,
    );
    return frame?.closest<HTMLElement>("[data-client]") ?? undefined;
  }

  function send(client: HTMLElement, message: unknown): void {
    const frame = client.querySelector("iframe");
    frame?.contentWindow?.postMessage(message, client.dataset.origin ?? "");
  }

  function report(text: string): void {
    const place = document.querySelector("[data-problem]");
    if (place) place.textContent = text;
  }

  // The unmodified SDK sends its calls as text, and expects answers as objects.
  window.addEventListener("message", async ({ source, origin, data }) => {
    const client = findWindow(source);
    if (!client || origin !== client.dataset.origin || typeof data !== "string") return;
    let request: { jsCallId?: unknown; apiName?: unknown; data?: unknown };
    try {
      request = JSON.parse(data);
    } catch {
      return;
    }
    const { jsCallId, apiName } = request;
    if (typeof jsCallId !== "string" || typeof apiName !== "string") return;
    const answer = await fetch(`${root}/clients/${client.dataset.client}/calls`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ apiName, data: request.data }),
    });
    if (!answer.ok) return report(`The sandbox answered ${answer.status} to ${apiName}.`);
    send(client, { type: "apiResponse", data: { jsCallId, ...(await answer.json()) } });
  });

  function showPart(place: Element, markup: string): void {
    const focused = place.contains(document.activeElement) ? document.activeElement?.id : "";
    const open = new Set([...place.querySelectorAll("details[open]")].map(({ id }) => id));
    place.innerHTML = markup;
    for (const each of place.querySelectorAll("details")) each.open = open.has(each.id);
    if (focused) document.getElementById(focused)?.focus();
    place.querySelector<HTMLElement>("[data-focus]")?.focus();
  }

  const shown = new Map<string, string>();

  async function refresh(client: HTMLElement): Promise<void> {
    const answer = await fetch(`${root}/clients/${client.dataset.client}`);
    if (!answer.ok) return report(`The sandbox answered ${answer.status}.`);
    const { open, url, parts } = (await answer.json()) as Parts;
    for (const [name, markup] of Object.entries(parts)) {
      const place = client.querySelector(`[data-part="${name}"]`);
      const key = `${client.dataset.client} ${name}`;
      if (!place || shown.get(key) === markup) continue;
      shown.set(key, markup);
      showPart(place, markup);
    }
    const panel = client.querySelector("[data-panel]");
    const frame = panel?.querySelector("iframe");
    if (!open) frame?.remove();
    else if (panel && !frame) addFrame(panel, client, url);
  }

  function addFrame(panel: Element, client: HTMLElement, url: string): void {
    const frame = document.createElement("iframe");
    frame.title = client.dataset.title ?? "";
    frame.allow = "autoplay; clipboard-write";
    frame.src = url;
    panel.append(frame);
  }

  const refreshAll = () => {
    for (const client of document.querySelectorAll<HTMLElement>("[data-client]")) refresh(client);
  };

  function addLine(client: HTMLElement, line: string): void {
    const log = client.querySelector("[data-log]");
    const item = document.createElement("li");
    item.textContent = line;
    log?.append(item);
    while (log && log.childElementCount > 60) log.firstElementChild?.remove();
  }

  function listen(): void {
    const ids = [...document.querySelectorAll<HTMLElement>("[data-client]")].map(
      ({ dataset }) => ["client", dataset.client ?? ""] as [string, string],
    );
    if (ids.length === 0) return;
    const stream = new EventSource(`${root}/events?${new URLSearchParams(ids)}`);
    // Also runs after an interruption, because changes may have been missed.
    stream.addEventListener("open", refreshAll);
    stream.addEventListener("message", ({ data }) => {
      const { clientId, message } = JSON.parse(data) as { clientId: string; message: Message };
      const client = windowOf(clientId);
      if (!client) return;
      if (message.kind === "event") {
        send(client, { type: "event", name: message.name, data: message.data });
      } else if (message.kind === "log") addLine(client, message.line);
      else refresh(client);
    });
  }

  function closeMenu(menu: HTMLDetailsElement | null): void {
    if (!menu?.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }

  document.addEventListener("keydown", ({ key, target }) => {
    if (key === "Escape") closeMenu((target as Element).closest<HTMLDetailsElement>(".menu"));
  });

  document.addEventListener("click", ({ target }) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(".menu[open]")) {
      if (!menu.contains(target as Node)) menu.open = false;
    }
  });

  document.addEventListener("submit", async (event) => {
    const form = event.target as HTMLFormElement;
    if (form.method !== "post") return;
    event.preventDefault();
    const client = form.closest<HTMLElement>("[data-client]");
    const fields = new FormData(form, event.submitter);
    closeMenu(form.closest<HTMLDetailsElement>(".menu"));
    if (fields.get("act") === "reload") {
      const frame = client?.querySelector("iframe");
      if (frame && client) frame.src = client.dataset.url ?? "";
      return;
    }
    const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
    const answer = await fetch(form.action, { method: "POST", body });
    report(answer.ok ? "" : `The sandbox answered ${answer.status}.`);
    if (!answer.ok) return;
    if (form.dataset.reload !== undefined) location.reload();
    else refreshAll();
  });

  document.addEventListener("DOMContentLoaded", () => {
    refreshAll();
    listen();
  });
}

/** The script, as sent to browsers. */
export const clientScript = `(${String(runClientPage)})();\n`;
