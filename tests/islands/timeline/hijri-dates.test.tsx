import { afterEach, describe, expect, it, vi } from "vitest";
import { HijriCard } from "#islands/dashboard/settings/HijriCard.tsx";
import { EntryList } from "#islands/timeline/shared/EntryList.tsx";
import type { Language } from "#lib/languages.ts";
import type { Role } from "#lib/people/people.options.ts";
import type { TimelineEntry } from "#lib/timeline/timeline.responses.ts";
import { render, screen } from "../support/render.tsx";

const language = vi.hoisted((): { current: Language } => ({ current: "en" }));
vi.mock("#translations/runtime.ts", async (importOriginal) => ({
  ...(await importOriginal<typeof import("#translations/runtime.ts")>()),
  getLanguage: () => language.current,
}));

const entry: TimelineEntry = {
  _id: "cls_1",
  kind: "class",
  startsAt: "2027-03-09T17:30:00.000Z",
  endsAt: "2027-03-09T18:30:00.000Z",
  timeZone: "Asia/Karachi",
  room: "ready",
  isInProgress: false,
  course: { _id: "crs_1", title: "Tajweed" },
  number: 10,
};

/** The list of classes, with the setting beside it. */
function show(shown: Language) {
  language.current = shown;
  const role: Role = "student";
  return render(
    <>
      <EntryList entries={[entry]} role={role} zone="Asia/Karachi" />
      <HijriCard />
    </>,
  );
}

const hijri = () => screen.queryByText("1 Shawwal 1448 AH");

afterEach(() => localStorage.clear());

describe("Hijri dates", () => {
  it("are shown in English only after the viewer turned them on", async () => {
    const user = show("en");
    expect(hijri()).toBeNull();
    await user.click(screen.getByRole("checkbox"));
    expect(hijri()).not.toBeNull();
  });

  it.each(["ar", "ur"] as const)("are shown in %s until the viewer turns them off", async (own) => {
    const user = show(own);
    expect(hijri()).not.toBeNull();
    await user.click(screen.getByRole("checkbox"));
    expect(hijri()).toBeNull();
  });

  it("stay as chosen on this device", () => {
    localStorage.setItem("hijriDates", "true");
    show("fr");
    expect(hijri()).not.toBeNull();
  });
});
