import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, test } from "vitest";
import { createGroupedWork } from "#server/grouped-work.ts";

/** Work in which each group waits until the test lets it finish. */
function createWork(maxItems = 10) {
  const groups: { key: string; items: number[]; finish: (error?: Error) => void }[] = [];
  const add = createGroupedWork(
    (key, items: number[]) =>
      new Promise<string[]>((resolve, reject) => {
        const results = items.map((item) => `${key}${item}`);
        groups.push({
          key,
          items,
          finish: (error) => (error ? reject(error) : resolve(results)),
        });
      }),
    { maxItems },
  );
  return { add, groups };
}

describe("grouped work", () => {
  test("starts at once for a single item", async () => {
    const { add, groups } = createWork();
    const result = add("a", 1);
    expect(groups).toMatchObject([{ key: "a", items: [1] }]);
    groups[0]?.finish();
    expect(await result).toBe("a1");
  });

  test("combines the items that arrive while a group of the same key is running", async () => {
    const { add, groups } = createWork();
    const results = [add("a", 1), add("a", 2), add("b", 3), add("a", 4)];
    expect(groups.map(({ items }) => items)).toEqual([[1], [3]]);
    groups[0]?.finish();
    groups[1]?.finish();
    await results[0];
    expect(groups[2]).toMatchObject({ key: "a", items: [2, 4] });
    groups[2]?.finish();
    expect(await Promise.all(results)).toEqual(["a1", "a2", "b3", "a4"]);
  });

  test("limits the size of a group", async () => {
    const { add, groups } = createWork(2);
    const results = [1, 2, 3, 4].map((item) => add("a", item));
    for (let next = 0; next < 3; next += 1) {
      await expect.poll(() => groups.length).toBe(next + 1);
      groups[next]?.finish();
    }
    await Promise.all(results);
    expect(groups.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
  });

  test("fails for the items of a group that fails, and continues with the next group", async () => {
    const { add, groups } = createWork();
    const first = add("a", 1);
    const second = add("a", 2);
    groups[0]?.finish(new Error("The group failed"));
    await expect(first).rejects.toThrow("The group failed");
    groups[1]?.finish();
    expect(await second).toBe("a2");
    const third = add("a", 3);
    groups[2]?.finish();
    expect(await third).toBe("a3");
  });

  test("runs on behalf of the request whose item is the first of its group", async () => {
    const requests = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const add = createGroupedWork(
      async (_, items: number[]) => {
        seen.push(requests.getStore());
        return items;
      },
      { maxItems: 10 },
    );
    await Promise.all(
      ["first", "second", "third"].map((request) => requests.run(request, () => add("a", 1))),
    );
    expect(seen).toEqual(["first", "second"]);
  });
});
