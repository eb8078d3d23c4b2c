import { fireEvent, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import CreateCourse from "#islands/courses/CreateCourse.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { accountStateOptions } from "#lib/payments/payments.queries.ts";
import { answer, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo, replaceWith } = await import("#lib/client/navigation.ts");

const valid = { id: "acct_1", details_submitted: true, charges_enabled: true };
const standing = {
  standing: "none",
  country: null,
  agreement: null,
  proposedCountry: "EG",
  platformCountry: "US",
};
/** An error response without a message. */
const silent = { status: 400, text: "{}" };
const open = { "GET /connect/accounts/current": success(valid) };

beforeEach(() => {
  vi.mocked(goTo).mockReset();
  vi.mocked(replaceWith).mockReset();
  history.replaceState(null, "", "/add-course");
  signInAs({ role: "teacher", timeZone: "Africa/Cairo" });
});

const press = async (user: ReturnType<typeof render>, name: string) =>
  user.click(await screen.findByRole("button", { name }));

const fillDates = (start: string, end: string) => {
  fireEvent.change(screen.getByLabelText("Start date"), { target: { value: start } });
  fireEvent.change(screen.getByLabelText("End date"), { target: { value: end } });
};

describe("the payment account check", () => {
  it("sends students to the dashboard", () => {
    signInAs({ role: "student" });
    render(<CreateCourse />);
    expect(replaceWith).toHaveBeenCalledWith("/dashboard");
    expect(screen.queryByLabelText("Title")).toBeNull();
  });

  it("passes for an account that can charge", async () => {
    answer(open);
    render(<CreateCourse />);
    expect(screen.getByText("Checking your payment account...")).toBeDefined();
    expect(await screen.findByLabelText("Title")).toBeDefined();
  });

  it.each([
    ["says that the account is ready to a teacher who has just set it up", true, 1],
    ["says nothing about the account to a teacher who had one before", false, 0],
  ])("%s", async (_what, returns, notes) => {
    answer(open);
    render(<CreateCourse returnsFromSetup={returns} />);
    expect(await screen.findByLabelText("Title")).toBeDefined();
    const note = "Your payment account is ready. You can now create paid courses.";
    expect(screen.queryAllByText(note)).toHaveLength(notes);
  });

  it("doesn't call an account ready that still lacks details", async () => {
    answer({
      "GET /connect/accounts/current": success({ ...valid, details_submitted: false }),
      "GET /connect/accounts/standing": success(standing),
    });
    render(<CreateCourse returnsFromSetup />);
    expect(await screen.findByText(/needs a few more details/)).toBeDefined();
    expect(screen.queryByText(/is ready/)).toBeNull();
  });

  it.each([
    ["first step", failure(404, "Account not found")],
    ["price field", success(valid)],
  ])("names the platform's fee at the %s", async (_step, account) => {
    answer({
      "GET /connect/accounts/current": account,
      "GET /connect/accounts/standing": success(standing),
    });
    render(<CreateCourse fee="You pay a fee of 12 percent." />);
    expect(await screen.findByText(/You pay a fee of 12 percent/)).toBeDefined();
  });

  const setUp = "Set up payment account";
  const needsAccount = "To charge a price, set up a payment account. Enter 0 for a free course.";
  it.each([
    ["there is no account", failure(404, "Account not found"), setUp, /Setup takes a few minutes/],
    ["the account has no ID", success({ ...valid, id: "" }), setUp, /Setup takes a few minutes/],
    [
      "details are missing",
      success({ ...valid, details_submitted: false }),
      setUp,
      /needs a few more details/,
    ],
    [
      "charges are off",
      success({ ...valid, charges_enabled: false }),
      "Provide details",
      /Your payment account is restricted.*Enrolled students stay enrolled/,
    ],
  ])("says what is required when %s", async (_why, state, action, words) => {
    const link = "https://pay.example/onboarding";
    answer({
      "GET /connect/accounts/current": state,
      "GET /connect/accounts/standing": success(standing),
      "POST /connect/accounts/setup": success({ result: { accountLink: link } }),
    });
    const user = render(<CreateCourse />);
    expect(await screen.findByText("Payment account required")).toBeDefined();
    expect(screen.getByText(words)).toBeDefined();
    await press(user, action);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith(link));
  });

  it("asks for an account only on request, and only our own records while there is none", async () => {
    queryClient.setQueryData(accountStateOptions().queryKey, "none");
    let isSetUp = false;
    const calls = answer({
      "GET /connect/accounts/current": success(valid),
      "GET /connect/accounts/standing": () =>
        success({ ...standing, standing: isSetUp ? "active" : "none" }),
    });
    const asked = (path: string) => calls.filter(({ name }) => name === `GET ${path}`);
    const user = render(<CreateCourse />);
    await screen.findByLabelText("Country where you get paid");
    await press(user, "Check again");
    await waitFor(() => expect(asked("/connect/accounts/standing")).toHaveLength(2));
    const button = screen.getByRole("button", { name: "Check again" });
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
    expect(asked("/connect/accounts/current")).toHaveLength(0);
    isSetUp = true;
    await press(user, "Check again");
    expect(await screen.findByLabelText("Start date")).toBeDefined();
    expect(asked("/connect/accounts/current")).toHaveLength(1);
  });

  it("asks in which country the teacher is paid, and says who pays there", async () => {
    const calls = answer({
      "GET /connect/accounts/current": failure(404, "Account not found"),
      "GET /connect/accounts/standing": success(standing),
      "POST /connect/accounts/setup": success({ result: { accountLink: "/onboarding" } }),
    });
    const user = render(<CreateCourse />);
    const select = await screen.findByLabelText("Country where you get paid");
    expect((select as HTMLSelectElement).value).toBe("EG");
    expect(
      screen.getByText(/Stripe pays your share to your bank account in your currency/),
    ).toBeDefined();
    await user.selectOptions(select, "GB");
    expect(screen.getByText("Stripe pays your share to your bank account.")).toBeDefined();
    await user.selectOptions(select, "IN");
    expect(screen.getByText(/Stripe can't pay teachers in this country/)).toBeDefined();
    await press(user, setUp);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/onboarding"));
    expect(calls.at(-1)?.body).toEqual({ country: "IN", replace: false });
  });

  it("replaces an account in the wrong country only after saying what happens", async () => {
    const calls = answer({
      "GET /connect/accounts/current": success({ ...valid, charges_enabled: false }),
      "GET /connect/accounts/standing": success({
        ...standing,
        standing: "restricted",
        country: "GB",
        agreement: "full",
        proposedCountry: "GB",
      }),
      "POST /connect/accounts/setup": success({ result: { accountLink: "/onboarding" } }),
    });
    const user = render(<CreateCourse />);
    expect(await screen.findByText(/Your payment account is in United Kingdom/)).toBeDefined();
    await press(user, "Wrong country?");
    expect(screen.queryByText(/will replace the one/)).toBeNull();
    await user.selectOptions(screen.getByLabelText("Country where you get paid"), "PK");
    expect(
      screen.getByText(/Your new account will replace the one in United Kingdom/),
    ).toBeDefined();
    await press(user, "Replace the account");
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/onboarding"));
    expect(calls.at(-1)?.body).toEqual({ country: "PK", replace: true });
  });

  it("reports a check that failed, and can be retried", async () => {
    answer({ "GET /connect/accounts/current": failure(400, "Bad request") });
    const user = render(<CreateCourse />);
    expect(await screen.findByText("Error checking account status")).toBeDefined();
    expect(screen.getByText("Bad request")).toBeDefined();
    answer(open);
    await press(user, "Try Again");
    expect(await screen.findByLabelText("Title")).toBeDefined();
  });

  it.each([
    [
      "the check",
      { "GET /connect/accounts/current": silent },
      "Failed to check Connect account status",
    ],
    [
      "the setup",
      {
        "GET /connect/accounts/current": failure(404, "Account not found"),
        "GET /connect/accounts/standing": success(standing),
        "POST /connect/accounts/setup": silent,
      },
      "Failed to set up Connect account",
    ],
  ])("has its own message when %s fails without one", async (what, answers, words) => {
    answer(answers);
    const user = render(<CreateCourse />);
    if (what === "the setup") await press(user, setUp);
    expect(await screen.findByText(words)).toBeDefined();
  });

  it.each([
    ["there is no account", failure(404, "Account not found")],
    ["the account is restricted", success({ ...valid, charges_enabled: false })],
    ["the check fails", failure(400, "Bad request")],
  ])("allows only free courses when %s", async (_why, state) => {
    const calls = answer({
      "GET /connect/accounts/current": state,
      "POST /courses": success({ _id: "crs_1" }),
    });
    const user = render(<CreateCourse />);
    await press(user, "Create a free course");
    expect(document.activeElement).toBe(screen.getByLabelText(/^Course image/));
    expect(screen.getByText(needsAccount)).toBeDefined();
    await user.type(screen.getByLabelText("Title"), "Letters");
    await user.type(screen.getByLabelText("Description"), "From the first one");
    await user.type(screen.getByLabelText("Price (USD)"), "{Backspace}5");
    await user.type(screen.getByLabelText("Duration (weeks)"), "{Backspace}8");
    fillDates("2027-03-01", "2027-04-26");
    await press(user, "Create course");
    expect((await screen.findByRole("alert")).textContent).toBe(needsAccount);
    expect(calls.some(({ name }) => name === "POST /courses")).toBe(false);
    await user.type(screen.getByLabelText("Price (USD)"), "{Backspace}0");
    await press(user, "Create course");
    expect(await screen.findByText(/^Course created successfully!/)).toBeDefined();
    const created = calls.find(({ name }) => name === "POST /courses");
    expect(created?.body).toMatchObject({ title: "Letters", price: 0 });
  });

  it("reports a missing setup link", async () => {
    answer({
      "GET /connect/accounts/current": failure(404, "Account not found"),
      "GET /connect/accounts/standing": success(standing),
      "POST /connect/accounts/setup": success({ result: {} }),
    });
    await press(render(<CreateCourse />), "Set up payment account");
    expect(await screen.findByText("Failed to generate Connect account setup link")).toBeDefined();
  });
});

describe("the course form", () => {
  it("starts with the defaults", async () => {
    answer(open);
    render(<CreateCourse />);
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    await screen.findByLabelText("Title");
    expect(value("Price (USD)")).toBe("0");
    expect(value("Duration (weeks)")).toBe("0");
    expect(value("Level")).toBe("Beginner");
    expect(value("Maximum students")).toBe("1");
    expect(value("Status")).toBe("draft");
    expect([value("Day"), value("Start time"), value("End time")]).toEqual([
      "Monday",
      "09:00",
      "10:00",
    ]);
    expect(screen.getByRole("button", { name: "Remove topic 1" })).toHaveProperty("disabled", true);
    expect(screen.queryByRole("button", { name: "Remove class 1" })).toBeNull();
  });

  it("shows every validation error at its field", async () => {
    answer(open);
    const user = render(<CreateCourse />);
    await user.type(await screen.findByLabelText("Price (USD)"), "{Backspace}-1");
    await user.clear(screen.getByLabelText("Maximum students"));
    await user.selectOptions(screen.getByLabelText("Status"), "published");
    await press(user, "Create course");
    for (const words of [
      "Title is required",
      "Description is required",
      "Price must be at least 0",
      "Duration must be at least 1",
      "Maximum students must be at least 1",
    ]) {
      expect(await screen.findByText(words)).toBeDefined();
    }
  });

  it.each(["draft", "published"])("requires dates and a class for a %s course", async (status) => {
    answer(open);
    const user = render(<CreateCourse />);
    await user.selectOptions(await screen.findByLabelText("Status"), status);
    await press(user, "Create course");
    expect(await screen.findByText("Start date is required")).toBeDefined();
    expect(screen.getByText("End date is required")).toBeDefined();
    fillDates("2027-03-08", "2027-03-01");
    expect(await screen.findByText("End date must not be before the start date")).toBeDefined();
  });

  it("shows what the teacher receives of the price, after the fee", async () => {
    answer(open);
    const user = render(<CreateCourse fee="You pay a fee of 12 percent." feePercent={12} />);
    const price = await screen.findByLabelText("Price (USD)");
    expect(screen.queryByText(/^You receive/)).toBeNull();
    await user.type(price, "{Backspace}19.99");
    expect(screen.getByText("You receive $17.59 for each seat.")).toBeDefined();
  });

  it("shows the course's card with what has been entered, once it has a title", async () => {
    answer(open);
    const english = { value: "English", label: "English" };
    const user = render(<CreateCourse languages={[english]} />);
    const title = await screen.findByLabelText("Title");
    expect(screen.queryByRole("heading", { name: "Preview" })).toBeNull();
    await user.type(title, "Letters");
    const heading = await screen.findByRole("heading", { name: "Preview" });
    const preview = within(heading.closest("section") as HTMLElement);
    expect(preview.getByText("Letters")).toBeDefined();
    expect(preview.getByText("Free")).toBeDefined();
    expect(preview.getByText(/^English · .Adults/)).toBeDefined();
    expect(preview.queryByText(/^Starts/)).toBeNull();
    fireEvent.change(screen.getByLabelText("Description"), {
      target: { value: "# Weekly\n\n- **One** [page](https://example.org)\n- 2 * 3 rules" },
    });
    await user.type(screen.getByLabelText("Price (USD)"), "{Backspace}36");
    await user.selectOptions(screen.getByLabelText("Level"), "Advanced");
    await user.selectOptions(screen.getByLabelText("Day"), "Wednesday");
    fillDates("2027-03-01", "2027-04-28");
    expect(preview.getByText("Weekly · One page · 2 * 3 rules")).toBeDefined();
    expect(preview.getByText("$36")).toBeDefined();
    expect(preview.getByText("Advanced")).toBeDefined();
    expect(preview.getByText("Starts Wed, Mar 3, 09:00")).toBeDefined();
    expect(preview.getByText("The schedule has 9 classes: Mar 1 – Apr 28, 2027.")).toBeDefined();
  });

  it("keeps the focus in a list after a row is removed", async () => {
    answer(open);
    const user = render(<CreateCourse />);
    await screen.findByLabelText("Title");
    for (const [add, remove] of [
      ["Add topic", "Remove topic 2"],
      ["Add class", "Remove class 2"],
    ] as const) {
      await press(user, add);
      await press(user, remove);
      expect(document.activeElement?.textContent).toBe(add);
      expect(screen.queryByRole("button", { name: remove })).toBeNull();
    }
  });

  it("sends numbers, topics without blank rows, and the schedule", async () => {
    const calls = answer({ ...open, "POST /courses": success({ _id: "crs_1" }) });
    const user = render(<CreateCourse />);
    await user.type(await screen.findByLabelText("Title"), "Tajweed");
    await user.type(screen.getByLabelText("Description"), "Letters");
    await user.type(screen.getByLabelText("Price (USD)"), "{Backspace}19.99");
    await user.type(screen.getByLabelText("Duration (weeks)"), "{Backspace}8");
    fillDates("2027-03-01", "2027-04-26");
    await user.type(screen.getByLabelText("Topic 1"), "Tajweed");
    await press(user, "Add topic");
    await press(user, "Add class");
    await press(user, "Create course");
    expect(await screen.findByText("Two classes in the schedule overlap")).toBeDefined();
    const second = screen.getAllByLabelText("Day")[1];
    if (second) await user.selectOptions(second, "Thursday");
    await press(user, "Create course");
    expect(
      await screen.findByText("Course created successfully! Redirecting to dashboard..."),
    ).toBeDefined();
    expect(calls.at(-1)?.body).toMatchObject({
      title: "Tajweed",
      price: 19.99,
      duration: 8,
      level: "Beginner",
      topics: ["Tajweed"],
      startDate: "2027-03-01",
      endDate: "2027-04-26",
      maxStudents: 1,
      status: "draft",
      proRata: false,
      schedule: [
        { day: "Monday", startTime: "09:00", endTime: "10:00" },
        { day: "Thursday", startTime: "09:00", endTime: "10:00" },
      ],
    });
  });

  it("sends the audience, category and language of the course, and suggests the language of the page", async () => {
    const calls = answer({ ...open, "POST /courses": success({ _id: "crs_1" }) });
    const languages = ["English", "Urdu"].map((value) => ({ value, label: value }));
    const user = render(<CreateCourse languages={languages} />);
    await user.type(await screen.findByLabelText("Title"), "Qaida");
    await user.type(screen.getByLabelText("Description"), "Letters");
    await user.type(screen.getByLabelText("Duration (weeks)"), "{Backspace}8");
    fillDates("2027-03-01", "2027-04-26");
    const language = screen.getByLabelText<HTMLSelectElement>("Language");
    expect(language.value).toBe("English");
    expect(screen.getByLabelText<HTMLInputElement>("Adults (18 and over)").checked).toBe(true);
    await user.click(screen.getByLabelText("Adults (18 and over)"));
    await user.click(screen.getByLabelText("Teens (13 to 17)"));
    await user.click(screen.getByLabelText("Children (under 13)"));
    await user.selectOptions(screen.getByLabelText(/^Category/), "Qaida");
    await user.selectOptions(language, "Urdu");
    await press(user, "Create course");
    await screen.findByText("Course created successfully! Redirecting to dashboard...");
    const sent = calls.at(-1)?.body;
    expect(sent).toMatchObject({ category: "Qaida", language: "Urdu" });
    expect(sent).toHaveProperty("audience", expect.arrayContaining(["children", "teens"]));
    expect(sent).toHaveProperty("audience.length", 2);
  });

  it("saves nothing when the image cannot be uploaded", async () => {
    const calls = answer({
      ...open,
      "POST /media/upload/single": { status: 500, text: "no" },
    });
    const user = render(<CreateCourse />);
    await user.type(await screen.findByLabelText("Title"), "Tajweed");
    await user.type(screen.getByLabelText("Description"), "Letters");
    await user.type(screen.getByLabelText("Duration (weeks)"), "8");
    fillDates("2027-03-01", "2027-04-26");
    const image = new File(["x"], "course.png", { type: "image/png" });
    await user.upload(screen.getByLabelText(/^Course image/), image);
    await press(user, "Create course");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Failed to upload image: Upload failed with status: 500",
    );
    expect(calls.map(({ name }) => name)).not.toContain("POST /courses");
  });

  it("rejects files that are not images", async () => {
    answer(open);
    const user = render(<CreateCourse />);
    const input = await screen.findByLabelText(/^Course image/);
    input.removeAttribute("accept");
    await user.upload(input, new File(["x"], "a.svg", { type: "image/svg+xml" }));
    expect(
      await screen.findByText("Please select a valid image file (JPEG, PNG, GIF, or WebP)"),
    ).toBeDefined();
  });
});

describe("a teacher who needs a verification", () => {
  it("sees in the form that publishing and teaching students under 18 require it", async () => {
    answer(open);
    const user = render(<CreateCourse limits={{ publishing: true, minors: true }} />);
    const children = await screen.findByRole("checkbox", { name: /^Children/ });
    expect(screen.queryByText(/under 18/)).toBeNull();
    await user.click(children);
    expect(await screen.findByText(/^Only verified teachers may teach/)).toBeDefined();
    expect(screen.queryByText(/may publish courses/)).toBeNull();
    await user.selectOptions(screen.getByLabelText("Status"), "published");
    expect(await screen.findByText(/^Only verified teachers may publish/)).toBeDefined();
    expect(screen.getAllByRole("link", { name: "Verify your credentials" })).toHaveLength(2);
  });
});
