import { type ReactNode, useEffect, useRef, useState } from "react";

interface ActionBarProps {
  price: string;
  /** The primary button. */
  children: ReactNode;
}

/**
 * Keeps the primary button within reach. While it is scrolled out of view, it sticks to the bottom
 * of the window together with the price. The same element is used in both positions, so that it
 * keeps the focus.
 */
export function ActionBar({ price, children }: ActionBarProps) {
  const place = useRef<HTMLDivElement>(null);
  const [floating, setFloating] = useState(false);
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setFloating(!entry.isIntersecting);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="min-h-10">
      <div className={floating ? "action-bar" : undefined}>
        <div className={floating ? "page flex items-center justify-between gap-6" : undefined}>
          {floating && <span className="tabular text-xl font-semibold">{price}</span>}
          <div className={floating ? "w-full max-w-56" : undefined}>{children}</div>
        </div>
      </div>
    </div>
  );
}
