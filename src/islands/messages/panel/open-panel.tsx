/** The floating panel, mounted on first use. */
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { ChatPanel } from "./ChatPanel.tsx";

let root: Root | undefined;
let isOpen = false;

/** Toggles the panel. Closing it returns the focus to the link. */
export function togglePanel(link: HTMLElement): void {
  root ??= createRoot(document.body.appendChild(document.createElement("div")));
  isOpen = !isOpen;
  link.ariaExpanded = String(isOpen);
  const close = () => {
    togglePanel(link);
    link.focus();
  };
  const panel = isOpen ? <ChatPanel onClose={close} /> : null;
  // Render synchronously, because elements behind a covering panel can't take the focus.
  flushSync(() => root?.render(panel));
}
