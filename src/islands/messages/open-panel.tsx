/** The floating panel, mounted when it is first asked for. */
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { ChatPanel } from "./ChatPanel.tsx";

let root: Root | undefined;
let isOpen = false;

/** Opens the panel, or closes it; then the focus goes back to the link. */
export function togglePanel(link: HTMLElement): void {
  root ??= createRoot(document.body.appendChild(document.createElement("div")));
  isOpen = !isOpen;
  link.ariaExpanded = String(isOpen);
  const close = () => {
    togglePanel(link);
    link.focus();
  };
  const panel = isOpen ? <ChatPanel onClose={close} /> : null;
  // At once, because nothing behind a panel that covers the page can take the focus.
  flushSync(() => root?.render(panel));
}
