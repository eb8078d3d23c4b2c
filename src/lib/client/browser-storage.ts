/**
 * Everything that the site stores in the browser; access tokens are never stored. Other tabs and
 * the script in the page's head read these keys too. If the browser blocks storage, the site works
 * but remembers nothing.
 */
export type LocalKey =
  | "isAuthenticated"
  | "profileCompleted"
  | "userRole"
  | "userProfileId"
  /** The last known number of unread messages, as a quoted CSS string. */
  | "unreadMessages"
  /** Set until the server has received the log-out. */
  | "signOutPending"
  /** When the server last received a change from this browser, by the server's clock. */
  | "changedAt"
  /** How many changes of the Quran notes this device hasn't saved on the server. */
  | "unsavedStudyChanges"
  /** What the audio player uses: a factor, and the ID of a reciter. */
  | "audioSpeed"
  | "audioReciter"
  /** What a viewer has chosen for live pages: the language of the translation, and the text size. */
  | "liveLanguage"
  | "liveTextSize"
  | DraftKey;
/** `continueListening` is set by the link to the next page of the Quran while listening. */
export type TabKey = "selectedRole" | "continueListening" | DraftKey;
export type DraftKey = `draft:${string}`;

function attempt<T>(action: () => T, fallback: T): T {
  try {
    return action();
  } catch {
    return fallback;
  }
}

const isDraft = (key: string): key is DraftKey => key.startsWith("draft:");

/** Whether a draft is a marked recitation that the server doesn't have yet. */
export const isLessonDraft = (key: DraftKey): boolean => key.startsWith("draft:lesson:");

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
