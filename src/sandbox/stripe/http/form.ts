/**
 * A parameter as it was sent: text, or a group of named parameters (lists are groups with indexes).
 */
export type Param = string | ParamGroup;
export interface ParamGroup {
  [name: string]: Param;
}

/**
 * Parses Stripe's form encoding: `a[b][0][c]=x` becomes `{a: {b: {0: {c: "x"}}}}`, and `a[]=x` uses
 * the next free index. Groups have no prototype, so no name has a special meaning.
 */
export function parseForm(text: string): ParamGroup {
  const root = emptyGroup();
  for (const [key, value] of new URLSearchParams(text)) {
    const [name = "", ...rest] = key.split("[");
    const path = [name, ...rest.map((part) => part.replace(/\]$/, ""))];
    const last = path.pop() ?? "";
    const group = path.reduce((parent, part) => descend(parent, part), root);
    group[freeName(group, last)] = value;
  }
  return root;
}

function descend(parent: ParamGroup, part: string): ParamGroup {
  const name = freeName(parent, part);
  const child = parent[name];
  if (typeof child === "object") return child;
  const created = emptyGroup();
  parent[name] = created;
  return created;
}

function freeName(group: ParamGroup, name: string): string {
  return name === "" ? String(Object.keys(group).length) : name;
}

function emptyGroup(): ParamGroup {
  return Object.create(null) as ParamGroup;
}
