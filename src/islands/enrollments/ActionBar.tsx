import type { ReactNode } from "react";

interface ActionBarProps {
  price: string;
  /** The primary button. */
  children: ReactNode;
}

/**
 * Keeps the primary button within reach without a script: on small windows, where the panel scrolls
 * out of view, the button is at the bottom of the window together with the price.
 */
export function ActionBar({ price, children }: ActionBarProps) {
  return (
    <div className="action-bar">
      <span className="action-bar-price tabular text-xl font-semibold">{price}</span>
      <div className="action-bar-button">{children}</div>
    </div>
  );
}
