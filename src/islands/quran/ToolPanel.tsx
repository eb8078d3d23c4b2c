import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { CloseButton } from "../ui/CloseButton.tsx";

interface ToolPanelProps {
  /** The content of the heading that names the panel. */
  title: ReactNode;
  titleClass: string;
  /** Handles keys other than Escape while the focus is in the panel. */
  onKeyDown?: (event: KeyboardEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The panel with the tools for a verse or a word. It isn't modal: it is at the bottom of a phone
 * and at the side of a wide window, and leaves the text in view. It takes the focus when it opens,
 * and Escape closes it even after a click beside it.
 */
export function ToolPanel({ title, titleClass, onKeyDown, onClose, children }: ToolPanelProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  useEffect(() => {
    const closeOnEscape = ({ key, target }: globalThis.KeyboardEvent) => {
      if (key === "Escape" && !isForOther(target, panel.current)) onClose();
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [onClose]);
  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="verse-panel"
      onKeyDown={onKeyDown}
    >
      <h2 id={titleId} className={titleClass}>
        {title}
      </h2>
      <CloseButton place="panel-close bg-base-100 hover:bg-base-200" onClick={onClose} />
      {children}
    </section>
  );
}

/**
 * Whether Escape belongs to something else: a field or the player beside the panel, or a popover above
 * it.
 */
function isForOther(target: EventTarget | null, panel: HTMLElement | null): boolean {
  if (document.querySelector(":popover-open:not([popover=manual]), dialog[open]")) return true;
  if (!(target instanceof Element) || panel?.contains(target)) return false;
  return target.closest("input, select, textarea, .player") !== null;
}
