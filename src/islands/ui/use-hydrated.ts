import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while the server renders and until the island is alive in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
