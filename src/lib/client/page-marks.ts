import { remembered } from "./browser-storage.ts";

/**
 * Updates the attributes that the page's CSS uses to detect the logged-in user, as the head script
 * does on load.
 */
export function markPage(): void {
  const root = document.documentElement;
  root.toggleAttribute("data-signed-in", remembered.get("isAuthenticated") === "true");
  root.dataset.role = remembered.get("userRole") ?? "";
  root.style.setProperty("--unread", remembered.get("unreadMessages") ?? "none");
}
