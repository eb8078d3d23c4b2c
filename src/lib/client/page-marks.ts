import { remembered } from "./browser-storage.ts";

/** Updates the attributes that tell the page's CSS who is logged in, like the head script does on load. */
export function markPage(): void {
  const root = document.documentElement;
  root.toggleAttribute("data-signed-in", remembered.get("isAuthenticated") === "true");
  root.dataset.role = remembered.get("userRole") ?? "";
  root.style.setProperty("--unread", remembered.get("unreadMessages") ?? "none");
}
