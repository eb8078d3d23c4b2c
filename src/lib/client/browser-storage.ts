/**
 * What the site stores in the browser. Other tabs and the script in the page's head read these keys
 * too. Nothing else is stored, and never a token. If the browser blocks storage, everything works
 * except remembering.
 */
export type LocalKey =
  | "isAuthenticated"
  | "profileCompleted"
  | "userRole"
  | "userProfileId"
  /** The last known number of unread messages, as a quoted CSS string. */
  | "unreadMessages"
  /** Set while a log-out has not reached the server yet. */
  | "signOutPending"
  | DraftKey;
export type TabKey = "selectedRole" | DraftKey;
export type DraftKey = `draft:${string}`;

function attempt<T>(action: () => T, fallback: T): T {
  try {
    return action();
  } catch {
    return fallback;
  }
}

const isDraft = (key: string): key is DraftKey => key.startsWith("draft:");

export const remembered = {
  get: (key: LocalKey): string | null => attempt(() => localStorage.getItem(key), null),
  set: (key: LocalKey, value: string): void =>
    attempt(() => localStorage.setItem(key, value), undefined),
  remove: (...keys: LocalKey[]): void => {
    for (const key of keys) attempt(() => localStorage.removeItem(key), undefined);
  },
  listDrafts: (): DraftKey[] => attempt(() => Object.keys(localStorage).filter(isDraft), []),
};

export const rememberedInTab = {
  get: (key: TabKey): string | null => attempt(() => sessionStorage.getItem(key), null),
  set: (key: TabKey, value: string): void =>
    attempt(() => sessionStorage.setItem(key, value), undefined),
  remove: (...keys: TabKey[]): void => {
    for (const key of keys) attempt(() => sessionStorage.removeItem(key), undefined);
  },
  listDrafts: (): DraftKey[] => attempt(() => Object.keys(sessionStorage).filter(isDraft), []),
};
