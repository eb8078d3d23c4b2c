import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False during server rendering and until the island is hydrated. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
