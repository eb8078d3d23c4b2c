import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { CloseButton } from "../ui/CloseButton.tsx";

interface ToolPanelProps {
  /** The content of the heading that names the panel. */
  title: ReactNode;
  titleClass: string;
  /** Handles keys other than Escape. */
  onKeyDown?: (event: KeyboardEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The panel with the tools for a verse or a word. It isn't modal: it is at the bottom of a phone
 * and at the side of a wide window, and leaves the text in view. It takes the focus when it opens.
 */
export function ToolPanel({ title, titleClass, onKeyDown, onClose, children }: ToolPanelProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="verse-panel"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        else onKeyDown?.(event);
      }}
    >
      <h2 id={titleId} className={titleClass}>
        {title}
      </h2>
      <CloseButton onClick={onClose} />
      {children}
    </section>
  );
}
