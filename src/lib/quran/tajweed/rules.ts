/**
 * The rules of tajweed that the orthography shows. docs/tajweed.md describes each of them for
 * teachers: keep the two in step.
 */

/** Rules that are drawn alike belong to one group, which is an entry of the legend. */
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
