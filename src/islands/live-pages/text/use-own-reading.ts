import { useEffect, useState } from "react";
import { forgetLater, loadLater } from "#islands/ui/later.ts";
import { withTexts } from "#translations/load.ts";
import type { OwnReading } from "./OwnReading.tsx";

/**
 * The component that shows the viewer's own items in the text. Undefined until the page is idle,
 * because the text is complete without them. If it can't be loaded, it is requested again when a
 * control is used.
 */
export function useOwnReading(): typeof OwnReading | undefined {
  const [Loaded, setLoaded] = useState<typeof OwnReading>();
  useEffect(() => {
    const load = async () => {
      const loaded = await withTexts(import("./OwnReading.tsx")).catch(() => undefined);
      if (!loaded) return;
      forgetLater(load);
      setLoaded(() => loaded.OwnReading);
    };
    loadLater(load);
    return () => forgetLater(load);
  }, []);
  return Loaded;
}
