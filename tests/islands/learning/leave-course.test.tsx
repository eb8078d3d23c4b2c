import { describe, expect, test, vi } from "vitest";
import LeaveCourse from "#islands/learning/LeaveCourse.tsx";
import { goTo } from "#lib/client/navigation.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");

function open(refunds: boolean, isPaid = true) {
  signInAs({ role: "student" });
  return render(
    <LeaveCourse
      courseId="crs_1"
      title="Tajweed"
      policy="until-first-class"
      isPaid={isPaid}
      refunds={refunds}
      lostClasses={false}
    />,
  );
}

const leave = { name: "Leave", hidden: true } as const;

describe("leaving a course", () => {
  test.each([
    [true, "You'll get a full refund."],
    [false, "You won't get a refund."],
  ])("says beforehand whether the payment is refunded (%s)", async (refunds, words) => {
    answer({ "POST /enrollment/course/crs_1/leave": success({ refunded: refunds }) });
    const user = open(refunds);
    await user.click(screen.getByRole("button", { name: "Leave course" }));
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.getByText(/Full refund if you leave before your first class\./)).toBeDefined();
    await user.click(screen.getByRole("button", leave));
    expect(await screen.findByText(/You've left the course\./)).toBeDefined();
  });

  test("ends with the refunded amount, the time until it arrives, and the receipt", async () => {
    const receipt = { _id: "pay_1", number: "K7RMQX-0042" };
    answer({
      "POST /enrollment/course/crs_1/leave": success({ refunded: true, amount: 44.5, receipt }),
    });
    const user = open(true);
    await user.click(screen.getByRole("button", { name: "Leave course" }));
    await user.click(screen.getByRole("button", leave));
    expect(await screen.findByText("You'll get $44.50 back.")).toBeDefined();
    expect(screen.getByText(/usually within 5 to 10 days/)).toBeDefined();
    const link = screen.getByRole("link", { name: "K7RMQX-0042", hidden: true });
    expect(link.getAttribute("href")).toBe("/dashboard/receipts/pay_1");
    await user.click(screen.getByRole("button", { name: "Close", hidden: true }));
    expect(goTo).toHaveBeenCalledWith("/dashboard?tab=courses");
  });

  test("can be undone in a free course, and offers to enroll again if the seat is taken", async () => {
    const replies = [success(null), failure(409, "This course is full.")];
    answer({
      "POST /enrollment/course/crs_1/leave": success({ refunded: false, amount: 0, receipt: null }),
      "POST /enrollment/course/crs_1/leave/undo": () => replies.shift() ?? success(null),
    });
    const user = open(false, false);
    const leaveAndUndo = async () => {
      await user.click(screen.getByRole("button", { name: "Leave course" }));
      await user.click(screen.getByRole("button", leave));
      const undo = await screen.findByRole("button", { name: "Undo", hidden: true });
      expect(screen.queryByText(/refund|back|Receipt/)).toBeNull();
      await user.click(undo);
    };
    await leaveAndUndo();
    const note = await screen.findByText("Your seat was restored.");
    expect(document.activeElement).toBe(note);
    await leaveAndUndo();
    expect(await screen.findByText("This course is full.")).toBeDefined();
    const again = screen.getByRole("link", { name: "Enroll again", hidden: true });
    expect(again.getAttribute("href")).toBe("/courses/crs_1");
    expect(screen.queryByRole("button", { name: "Undo", hidden: true })).toBeNull();
  });

  test("promises the remainder after a partial refund", async () => {
    signInAs({ role: "student" });
    const seat = { courseId: "crs_1", title: "Tajweed", policy: "14-days", isPaid: true } as const;
    const user = render(<LeaveCourse {...seat} refunds lostClasses={false} refunded={5.5} />);
    await user.click(screen.getByRole("button", { name: "Leave course" }));
    expect(screen.getByText("You'll get the rest of your money back.")).toBeDefined();
  });

  test("promises a refund for removed classes instead of quoting the policy", async () => {
    signInAs({ role: "student" });
    const seat = { courseId: "crs_1", title: "Tajweed", policy: "none", isPaid: true } as const;
    const user = render(<LeaveCourse {...seat} refunds lostClasses />);
    await user.click(screen.getByRole("button", { name: "Leave course" }));
    expect(screen.getByText("You'll get a full refund.")).toBeDefined();
    expect(
      screen.getByText(/Your teacher removed or moved classes that you paid for/),
    ).toBeDefined();
    expect(screen.queryByText(/No refund if you leave/)).toBeNull();
  });

  test("mentions no payment in a free course, and shows errors", async () => {
    answer({ "POST /enrollment/course/crs_1/leave": failure(503, "The refund is noted.") });
    const user = open(false, false);
    await user.click(screen.getByRole("button", { name: "Leave course" }));
    expect(screen.queryByText(/money/)).toBeNull();
    await user.click(screen.getByRole("button", leave));
    expect(await screen.findByText("The refund is noted.")).toBeDefined();
  });
});

describe("a refund period that ended while the page was open", () => {
  const path = "POST /enrollment/course/crs_1/leave";
  const message = "The terms have changed: you no longer get a refund if you leave.";
  const refusal = () => failure(409, message, [{ field: "seen.refunds", message }]);

  test.each([
    [true, "none", "No refund if you leave"],
    [false, "14-days", "The refund period has ended."],
  ] as const)(
    "leads to a message with the new terms (removed classes: %s)",
    async (lostClasses, policy, text) => {
      signInAs({ role: "student" });
      const replies = [refusal(), success({ refunded: false })];
      const calls = answer({ [path]: () => replies.shift() ?? refusal() });
      const seat = { courseId: "crs_1", title: "Tajweed", isPaid: true, refunds: true } as const;
      const user = render(<LeaveCourse {...seat} policy={policy} lostClasses={lostClasses} />);
      await user.click(screen.getByRole("button", { name: "Leave course" }));
      await user.click(screen.getByRole("button", leave));
      expect(await screen.findByText(message)).toBeDefined();
      expect(screen.getByText("You won't get a refund.")).toBeDefined();
      expect(screen.queryByText("You'll get a full refund.")).toBeNull();
      expect(screen.getByText(new RegExp(text))).toBeDefined();
      expect(screen.queryByText(/You've left the course/)).toBeNull();
      await user.click(screen.getByRole("button", leave));
      expect(await screen.findByText("You've left the course.")).toBeDefined();
      expect(calls.map(({ body }) => body)).toEqual([
        { seen: { refunds: true } },
        { seen: { refunds: false } },
      ]);
    },
  );
});
