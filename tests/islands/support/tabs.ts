/** Several tabs of one browser: modules of their own, storage and locks in common. */
import { vi } from "vitest";

/** What one tab knows of the session. */
export async function openTab() {
  vi.resetModules();
  const [store, refresh, signOut, profile] = await Promise.all([
    import("#lib/client/session/session.store.ts"),
    import("#lib/client/session/session-refresh.ts"),
    import("#lib/client/session/sign-out.ts"),
    import("#lib/people/profile.store.ts"),
  ]);
  return { ...store, ...refresh, ...signOut, ...profile };
}
export type Tab = Awaited<ReturnType<typeof openTab>>;

/** What browsers tell other tabs; a tab that did it itself finds nothing left to do. */
export function postToTabs(key: string): void {
  dispatchEvent(new StorageEvent("storage", { key, newValue: localStorage.getItem(key) }));
}

/** The browser's locks, as far as one name needs them. */
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
