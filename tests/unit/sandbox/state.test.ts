import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openState } from "#sandbox/state.ts";

interface Bird {
  id: string;
  color: string;
  status: string;
  flies: boolean;
}

const robin: Bird = { id: "robin", color: "red", status: "open", flies: true };
const wren: Bird = { id: "wren", color: "brown", status: "open", flies: true };
const emu: Bird = { id: "emu", color: "brown", status: "gone", flies: false };

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "sandbox-state-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return dataDir;
}

test("values are listed in the order of their first write, and by their fields", async () => {
  const state = openState(await newDataDir());
  const birds = state.collection<Bird>("birds");
  for (const bird of [robin, wren, emu]) birds.put(bird.id, bird);
  birds.put("robin", { ...robin, color: "orange" });
  expect(birds.list().map((each) => each.id)).toEqual(["robin", "wren", "emu"]);
  expect(birds.list({ status: "open" }).map((each) => each.id)).toEqual(["robin", "wren"]);
  expect(birds.list({ color: "brown", flies: true })).toEqual([wren]);
  expect(birds.list({ flies: false })).toEqual([emu]);
  expect(state.collection<Bird>("cats").list()).toEqual([]);
  state.close();
});

test("a value that was read is a copy", async () => {
  const state = openState(await newDataDir());
  const birds = state.collection<Bird>("birds");
  birds.put("robin", robin);
  const copy = birds.get("robin");
  if (copy) copy.color = "blue";
  expect(birds.get("robin")).toEqual(robin);
  state.close();
});

test("a failed transaction leaves no changes, however deeply it is nested", async () => {
  const state = openState(await newDataDir());
  const birds = state.collection<Bird>("birds");
  birds.put("emu", emu);
  const failing = () =>
    state.transaction(() => {
      birds.put("robin", robin);
      state.transaction(() => birds.delete("emu"));
      throw new Error("the nested transaction failed");
    });
  expect(failing).toThrow("the nested transaction failed");
  expect(birds.list()).toEqual([emu]);
  state.close();
});

test("written values are kept when the store is opened again", async () => {
  const dataDir = await newDataDir();
  const first = openState(dataDir);
  const before = first.collection<Bird>("birds");
  before.put("robin", robin);
  before.put("wren", wren);
  expect(before.delete("wren")).toBe(true);
  expect(before.delete("wren")).toBe(false);
  first.close();
  const second = openState(dataDir);
  expect(second.collection<Bird>("birds").list()).toEqual([robin]);
  second.close();
});
