/** The dialogs of links with `data-dialog`, mounted on first use. */
import { createRoot, type Root } from "react-dom/client";
import { remembered } from "#lib/client/browser-storage.ts";
import { authPagePaths } from "#lib/site/routes.ts";
import type { AccountForm } from "../form/account-form-context.ts";
import { findPending, type Memory } from "../form/dialog-memory.ts";
import { AccountDialog } from "./AccountDialog.tsx";

const forms: Record<string, AccountForm> = {
  login: { name: "log-in" },
  signup: { name: "sign-up" },
  verify: { name: "verify", email: "", resendAfter: 0 },
};

/**
 * Returns the focus to the link, which not all browsers focus on click, or to the menu button if
 * the link was in a menu that has closed.
 */
function giveFocusBack(link: HTMLElement): void {
  const menu = link.closest("[popover]");
  const button = menu && document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`);
  (button ?? link).focus();
}

/** The dialogs' container and the state they keep while closed. */
let place: { container: HTMLElement; root: Root; memory: Memory } | undefined;
let opened = 0;

function findPlace() {
  if (place?.container.isConnected) return place;
  const container = document.body.appendChild(document.createElement("div"));
  place = { container, root: createRoot(container), memory: new Map() };
  return place;
}

/**
 * Opens the link's dialog over the page. The link's URL contains the return path and the reason.
 * The link is followed instead on the account pages, and if the user has logged in from another
 * tab: the log-in page then leads to the return path.
 */
export function open(link: HTMLAnchorElement): void {
  const form = forms[link.dataset.dialog ?? ""];
  const isAccountPage = authPagePaths.some((path) => path === location.pathname);
  if (!form || isAccountPage || remembered.get("isAuthenticated") === "true") {
    location.assign(link.href);
    return;
  }
  const { root, memory } = findPlace();
  opened += 1;
  root.render(
    <AccountDialog
      key={opened}
      form={(form.name !== "log-in" && findPending(memory)) || form}
      memory={memory}
      query={new URL(link.href).search}
      onClosed={() => {
        root.render(null);
        giveFocusBack(link);
      }}
    />,
  );
}
