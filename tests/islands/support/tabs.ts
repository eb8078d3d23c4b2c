/** Several tabs of one browser, with separate modules and shared storage and locks. */
import { vi } from "vitest";

/** Opens a tab. @returns its own copies of the session modules. */
export async function openTab() {
  vi.resetModules();
  const [store, refresh, logOut, profile] = await Promise.all([
    import("#lib/client/session/session.store.ts"),
    import("#lib/client/session/session-refresh.ts"),
    import("#lib/client/session/log-out.ts"),
    import("#lib/people/profile.store.ts"),
  ]);
  return { ...store, ...refresh, ...logOut, ...profile };
}
export type Tab = Awaited<ReturnType<typeof openTab>>;

/**
 * Sends the storage event that browsers send to other tabs. The tab that made the change ignores
 * it.
 */
export function postToTabs(key: string): void {
  dispatchEvent(new StorageEvent("storage", { key, newValue: localStorage.getItem(key) }));
}

/** A minimal implementation of the browser's locks, for a single lock name. */
export function stubLocks(): void {
  let last: Promise<unknown> = Promise.resolve();
  vi.stubGlobal(
    "navigator",
    Object.create(navigator, {
      locks: {
        value: {
          request: (_name: string, _options: object, work: () => Promise<unknown>) => {
            const turn = last.then(work);
            last = turn.catch(() => {});
            return turn;
          },
        },
      },
    }),
  );
}
