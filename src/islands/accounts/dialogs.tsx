/** The dialogs of links with `data-dialog`, mounted when the first of them opens. */
import { createRoot, type Root } from "react-dom/client";
import { authPagePaths } from "#lib/site/routes.ts";
import { AccountDialog } from "./AccountDialog.tsx";
import type { AccountForm } from "./account-form-context.ts";
import { findPending, type Memory } from "./dialog-memory.ts";

const forms: Record<string, AccountForm> = {
  login: { name: "log-in" },
  signup: { name: "sign-up" },
  verify: { name: "verify", email: "", resendAfter: 0 },
};

/**
 * To the link, which browsers don't all focus when it is clicked; or, where it stood in a menu that
 * closed under the dialog, to the menu's button.
 */
function giveFocusBack(link: HTMLElement): void {
  const menu = link.closest("[popover]");
  const button = menu && document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`);
  (button ?? link).focus();
}

/** The dialogs' place on the page, and what they keep while they are closed. */
let place: { container: HTMLElement; root: Root; memory: Memory } | undefined;
let opened = 0;

function findPlace() {
  if (place?.container.isConnected) return place;
  const container = document.body.appendChild(document.createElement("div"));
  place = { container, root: createRoot(container), memory: new Map() };
  return place;
}

/**
 * Opens the dialog that the link names, over the page. The address of the link says the rest: where
 * to lead back to, and why. On the account pages themselves the link is followed.
 */
export function open(link: HTMLAnchorElement): void {
  const form = forms[link.dataset.dialog ?? ""];
  const isAccountPage = authPagePaths.some((path) => path === location.pathname);
  if (!form || isAccountPage) {
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
