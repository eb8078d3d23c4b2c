import { fireEvent, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import Settings from "#islands/settings/staff/Settings.tsx";
import { settingKeys } from "#lib/settings/settings.ts";
import { answer, failure, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const settings = {
  values: {},
  changedAt: { announcement: "2026-11-24T10:00:00.000Z" },
  defaults: { supportAddress: "support@halaqa.test", platformFeePercent: 10 },
  currentFeePercent: 12,
  editable: settingKeys,
};

beforeEach(() => signInAs({}));

const formOf = async (title: string) => within(await screen.findByRole("region", { name: title }));

describe("the settings page of the console", () => {
  it("sends the banner with its translations and instants, and shows a preview in each language", async () => {
    const calls = answer({
      "GET /staff/settings": success(settings),
      "PUT /staff/settings/announcement": success(settings),
    });
    const user = render(<Settings />);
    const form = await formOf("Announcement");
    await user.click(form.getByRole("button", { name: "Save" }));
    expect((await form.findAllByText("Please fill in this field.")).length).toBe(1);
    expect(form.getAllByText("Please enter a date and time.")).toHaveLength(2);
    await user.type(form.getByLabelText("Text"), "Eid Mubarak");
    await user.type(form.getByLabelText("Text: العربية"), "عيد مبارك");
    expect(form.getByText("عيد مبارك").getAttribute("dir")).toBe("rtl");
    const set = (label: string, value: string) =>
      fireEvent.change(form.getByLabelText(label), { target: { value } });
    set("Shown from", "2026-12-10T08:00");
    set("Shown until", "2026-12-09T08:00");
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await form.findByText("The end must be after the start.")).toBeDefined();
    set("Shown until", "2026-12-11T08:00");
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await form.findByText("Saved. All servers show the change.")).toBeDefined();
    expect(calls.at(-1)?.body).toEqual({
      value: {
        text: { en: "Eid Mubarak", ar: "عيد مبارك", ur: "", fr: "", es: "" },
        startsAt: new Date("2026-12-10T08:00").toISOString(),
        endsAt: new Date("2026-12-11T08:00").toISOString(),
      },
      seenAt: settings.changedAt.announcement,
    });
  });

  it("sends a fee with its start, and shows the server's error at its row", async () => {
    const message = "There is no teacher with this ID: prf_1";
    const calls = answer({
      "GET /staff/settings": success(settings),
      "PUT /staff/settings/platformFee": {
        ...failure(400, message),
        body: {
          success: false,
          message,
          errors: [{ field: "value.exceptions.0.teacherId", message }],
        },
      },
    });
    const user = render(<Settings />);
    const form = await formOf("Platform fee");
    expect(form.getByText(/The standard fee is currently 12%/)).toBeDefined();
    await user.click(form.getByRole("button", { name: "Add a fee" }));
    await user.type(form.getByLabelText("Percent"), "12.5");
    fireEvent.change(form.getByLabelText("From"), { target: { value: "2027-01-01T00:00" } });
    await user.click(form.getByRole("button", { name: "Add an exception" }));
    await user.type(
      form.getByLabelText("Teacher (page address or ID)"),
      "https://learn.example/teachers/prf_1",
    );
    await user.type(form.getAllByLabelText("Percent")[1] as HTMLElement, "0");
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await form.findAllByText(message)).toHaveLength(2);
    expect(calls.at(-1)?.body).toEqual({
      value: {
        rates: [{ percent: 12.5, from: new Date("2027-01-01T00:00").toISOString() }],
        exceptions: [{ teacherId: "prf_1", percent: 0 }],
      },
      seenAt: null,
    });
  });

  it("shows moderators only the banner, and says that there is more", async () => {
    answer({ "GET /staff/settings": success({ ...settings, editable: ["announcement"] }) });
    render(<Settings />);
    await formOf("Announcement");
    expect(screen.queryByRole("region", { name: "Platform fee" })).toBeNull();
    expect(screen.getByText("Owners can change more settings.")).toBeDefined();
  });
});
