/**
 * What the site remembers in the browser. These keys are a contract with other tabs and with the
 * head script; nothing else is kept, and never a token. Storage may be refused: then nothing is
 * remembered and everything else works.
 */
export type LocalKey =
  | "isAuthenticated"
  | "profileCompleted"
  | "userRole"
  | "userProfileId"
  /** How many messages wait to be read, as it was last known: a string of CSS, in quotes. */
  | "unreadMessages"
  /** There only while a log-out has not reached the server. */
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
