import { useEffect, useState } from "react";
import { forgetLater, loadLater } from "./later.ts";

/** False until the page is idle or someone is about to use a control. */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const start = () => {
      forgetLater(start);
      setLater(true);
      return Promise.resolve();
    };
    loadLater(start);
    return () => forgetLater(start);
  }, []);
  return isLater;
}
