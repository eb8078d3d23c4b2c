/**
 * Everything that the site stores in the browser; access tokens are never stored. Other tabs and
 * the script in the page's head read these keys too. If the browser blocks storage, the site works
 * but remembers nothing. Drafts that can't be stored last as long as the page.
 */
export type LocalKey =
  | "isAuthenticated"
  | "profileCompleted"
  | "userRole"
  | "userProfileId"
  /** Who has logged in, for pages that can't reach the server. */
  | "userId"
  /** The last known number of unread messages, as a quoted CSS string. */
  | "unreadMessages"
  /** Set until the server has received the log-out. */
  | "signOutPending"
  /** When the server last received a change from this browser, according to the server's clock. */
  | "changedAt"
  /** How many changes to the Quran notes on this device haven't been saved on the server. */
  | "unsavedStudyChanges"
  /** The audio player's settings: a speed factor, and the ID of a reciter. */
  | "audioSpeed"
  | "audioReciter"
  /** The viewer's settings for live pages: the language of the translation, and the text size. */
  | "liveLanguage"
  | "liveTextSize"
  /** Whether tajweed colors were last turned on, in the reader or on a live page. */
  | "tajweedColors"
  /** Whether dates of classes and meetings have a second line with the Hijri date. */
  | "hijriDates"
  /** Set by `islands/on-click.ts` when the visitor doesn't want to be offered other languages. */
  | "languageHint"
  /** The revision of the banner that the visitor closed. Set by `islands/on-click.ts`. */
  | "announcement"
  | DraftKey;
export type TabKey =
  | "selectedRole"
  /** Set during playback by the link to the next page of the Quran, and when the mode is switched. */
  | "continueListening"
  /** Set by the form that published a course, for the sentence on the dashboard. */
  | "publishedCourse"
  | DraftKey;
export type DraftKey = `draft:${string}`;

function attempt<T>(action: () => T, fallback: T): T {
  try {
    return action();
  } catch {
    return fallback;
  }
}

const isDraft = (key: string): key is DraftKey => key.startsWith("draft:");

/** Whether a draft is a marked recitation that hasn't reached the server yet. */
export const isLessonDraft = (key: DraftKey): boolean => key.startsWith("draft:lesson:");

export const noteDraftPrefix = "draft:note:";

/** Whether a draft is a note on the Quran that hasn't been saved. */
export const isNoteDraft = (key: string): key is DraftKey => key.startsWith(noteDraftPrefix);

/** The drafts that the browser didn't store, because storage is blocked or full. */
const unstored = new Map<LocalKey, string>();

export const remembered = {
  get: (key: LocalKey): string | null =>
    unstored.get(key) ?? attempt(() => localStorage.getItem(key), null),
  set(key: LocalKey, value: string): void {
    const store = () => {
      localStorage.setItem(key, value);
      return true;
    };
    if (attempt(store, false)) unstored.delete(key);
    else if (isDraft(key)) unstored.set(key, value);
  },
  remove(...keys: LocalKey[]): void {
    for (const key of keys) {
      unstored.delete(key);
      attempt(() => localStorage.removeItem(key), undefined);
    }
  },
  listDrafts(): DraftKey[] {
    const stored = attempt(() => Object.keys(localStorage), []);
    return [...new Set([...stored, ...unstored.keys()])].filter(isDraft);
  },
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
