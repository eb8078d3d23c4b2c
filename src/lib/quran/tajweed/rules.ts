/**
 * The rules of tajweed that the orthography shows. docs/tajweed.md describes each of them for
 * teachers. Keep the two consistent.
 */

/** Rules that are shown in the same way form a group, which has one entry in the legend. */
export const tajweedGroups = {
  ghunnah: ["ghunnah"],
  ikhfa: ["ikhfa", "ikhfa-shafawi"],
  iqlab: ["iqlab"],
  "idgham-ghunnah": ["idgham-ghunnah", "idgham-shafawi"],
  idgham: ["idgham", "idgham-letters"],
  qalqalah: ["qalqalah"],
  "madd-lazim": ["madd-lazim"],
  "madd-muttasil": ["madd-muttasil"],
  "madd-munfasil": ["madd-munfasil"],
  "madd-stop": ["madd-stop"],
  silent: ["silent", "wasl", "sun-lam"],
  rare: ["rare"],
} as const;

export type TajweedGroup = keyof typeof tajweedGroups;
export type TajweedRule = (typeof tajweedGroups)[TajweedGroup][number];

const groups = new Map<TajweedRule, TajweedGroup>(
  Object.entries(tajweedGroups).flatMap(([group, rules]) =>
    rules.map((rule) => [rule, group as TajweedGroup]),
  ),
);

export const groupOf = (rule: TajweedRule): TajweedGroup => groups.get(rule) ?? "rare";
