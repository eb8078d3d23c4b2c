/** The floating panel, mounted when it is first asked for. */
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
  root.render(isOpen ? <ChatPanel onClose={close} /> : null);
}
