import { remembered } from "./browser-storage.ts";

/** Tells the page's CSS who is looking, as the head script does when a page loads. */
export function markPage(): void {
  const root = document.documentElement;
  root.toggleAttribute("data-signed-in", remembered.get("isAuthenticated") === "true");
  root.dataset.role = remembered.get("userRole") ?? "";
  root.style.setProperty("--unread", remembered.get("unreadMessages") ?? "none");
}
