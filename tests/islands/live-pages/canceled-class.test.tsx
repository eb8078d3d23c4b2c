/** The live page of a canceled class, in which nothing can be shared. */
import { expect, test } from "vitest";
import { Dock } from "#islands/live-pages/Dock.tsx";
import { Empty } from "#islands/live-pages/Empty.tsx";
import { ClassPanel } from "#islands/live-pages/lead/ClassPanel.tsx";
import { type Live, LiveContext } from "#islands/live-pages/live-context.ts";
import { render, screen } from "../support/render.tsx";
import { snapshot } from "./page-stream.ts";

const nothing = () => {};

function show(role: "host" | "participant", isCanceled: boolean) {
  const live = {
    classId: "cls_1",
    facts: {
      courseId: "crs_1",
      courseTitle: "Tajweed",
      startsAt: "2027-03-10T12:00:00.000Z",
      endsAt: "2027-03-10T13:00:00.000Z",
      isCanceled,
      isInZoom: false,
    },
    layout: "page",
    isLead: role === "host",
    onLeave: undefined,
    view: {
      ...snapshot,
      role,
      profileId: "prf_viewer",
      people: [],
      state: { ...snapshot.state, shared: false, from: null, to: null, current: null },
      pointer: null,
      stream: "open",
      problem: undefined,
    },
    session: { send: async () => true },
  } as unknown as Live;
  const leading = { isFirst: true, isLast: true, previous: nothing, next: nothing };
  return render(
    <LiveContext value={live}>
      <Empty onShare={nothing} />
      {role === "host" && <ClassPanel onShare={nothing} />}
      <Dock
        leading={leading as unknown as Parameters<typeof Dock>[0]["leading"]}
        back={undefined}
        onShare={nothing}
        onClass={nothing}
        onMark={undefined}
        isMarking={false}
      >
        {null}
      </Dock>
    </LiveContext>,
  );
}

test("a canceled class offers the teacher nothing to share or to change", () => {
  show("host", true);
  expect(screen.queryByText("Nothing shared yet")).toBeNull();
  expect(screen.queryByRole("button", { name: /^Share/ })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("a canceled class offers students no hand to raise", () => {
  show("participant", true);
  expect(screen.queryByText("Nothing shared yet")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a class in which nothing is shared yet offers one way to share", () => {
  show("host", false);
  expect(screen.getAllByRole("button", { name: /^Share/ })).toHaveLength(1);
  expect(screen.getAllByRole("checkbox").length).toBeGreaterThan(2);
});
