import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const nearEdge = 48;

interface ScrollPosition {
  box: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** True if the newest message is out of view. */
  isAway: boolean;
  toEnd: () => void;
}

interface Marks {
  /** Keys of the first and the last line. */
  first: string | undefined;
  last: string | undefined;
  /** Whether the last message is the viewer's own. If so, always scroll to it. */
  lastIsOwn: boolean;
}

/**
 * Keeps the scroll position of a log. If the newest line is in view, it stays in view. Otherwise
 * the lines being read stay in place when lines are added above or below.
 */
export function useScrollPosition(
  { first, last, lastIsOwn }: Marks,
  onTop?: () => void,
): ScrollPosition {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const before = useRef({ first, last, height: 0 });
  const [isAway, setAway] = useState(false);

  const toEnd = () => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
    atEnd.current = true;
    setAway(false);
  };

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { first: wasFirst, last: wasLast, height } = before.current;
    before.current = { first, last, height: element.scrollHeight };
    if (atEnd.current || (last !== wasLast && lastIsOwn)) {
      element.scrollTop = element.scrollHeight;
      atEnd.current = true;
    } else if (first !== wasFirst) {
      element.scrollTop += element.scrollHeight - height;
    }
  });

  useEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    // The size changes when the text field grows, a keyboard opens, or the device is rotated.
    const observer = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEdge;
    setAway(!atEnd.current);
    if (element.scrollTop < nearEdge) onTop?.();
  };
  return { box, onScroll, isAway, toEnd };
}
