import { type RefObject, useLayoutEffect, useRef, useState } from "react";

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
 * Keeps the scroll position of a log whose scroll direction is reversed: browsers keep the distance
 * to its end, so the newest line stays in view, and the lines being read stay in place when lines
 * are added above. They also stay in place when lines are added below.
 */
export function useScrollPosition(
  { first, last, lastIsOwn }: Marks,
  onTop?: () => void,
): ScrollPosition {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef({ first, last, height: 0 });
  const [isAway, setAway] = useState(false);

  const toEnd = () => {
    if (box.current) box.current.scrollTop = 0;
    setAway(false);
  };

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { first: wasFirst, last: wasLast, height } = before.current;
    before.current = { first, last, height: element.scrollHeight };
    if (wasLast === undefined || last === wasLast) return;
    if (lastIsOwn) element.scrollTop = 0;
    else if (first === wasFirst && distanceToEnd(element) >= nearEdge) {
      element.scrollTop -= element.scrollHeight - height;
    }
  });

  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    const left = distanceToEnd(element);
    setAway(left >= nearEdge);
    if (element.scrollHeight - element.clientHeight - left < nearEdge) onTop?.();
  };
  return { box, onScroll, isAway, toEnd };
}

/** With the reversed direction, the position is 0 at the end and negative above it. */
const distanceToEnd = ({ scrollTop }: HTMLElement): number => -scrollTop;
