import { beforeEach, describe, expect, it, vi } from "vitest";
import AppReview from "#islands/reviews/AppReview.tsx";
import { answer, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs, visitAsGuest } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { replaceWith } = await import("#lib/client/navigation.ts");

const own = {
  "GET /reviews/own?resourceType=app&resourceId=halaqa": success({
    review: null,
    mayWrite: true,
    refusal: null,
    helpful: [],
    reported: [],
  }),
};
const list = "GET /reviews/resource/type/app";

beforeEach(() => {
  vi.mocked(replaceWith).mockReset();
  history.replaceState(null, "", "/dashboard/feedback");
});

describe("the review form of the product", () => {
  it("sends visitors through log-in and back", () => {
    visitAsGuest();
    render(<AppReview />);
    expect(replaceWith).toHaveBeenCalledWith(
      expect.stringContaining("returnTo=%2Fdashboard%2Ffeedback"),
    );
  });

  it("lets a teacher write a review, and shows reviews with the names from the profiles", async () => {
    signInAs({ role: "teacher" });
    answer({
      ...own,
      [list]: success([
        { _id: "rev_1", authorId: "usr_2", authorName: "Old Name", rating: 4, content: "Calm." },
      ]),
      "GET /users/authUser/usr_2": success({ name: "Yusra Khan" }),
    });
    render(<AppReview />);
    expect(screen.getByText("Loading testimonials...")).toBeDefined();
    expect(await screen.findByText("Yusra Khan")).toBeDefined();
    expect(screen.getByText("“Calm.”")).toBeDefined();
    expect(screen.getByRole("img", { name: "Rated 4.0 out of 5" })).toBeDefined();
    expect(screen.queryByText("Loading testimonials...")).toBeNull();
    expect(await screen.findByRole("button", { name: "Write a review" })).toBeDefined();
  });

  it("says so when there are no reviews yet", async () => {
    signInAs({});
    answer({ ...own, [list]: success([]) });
    render(<AppReview />);
    expect(await screen.findByText("No testimonials available yet")).toBeDefined();
  });

  it("reports an error and can be reloaded", async () => {
    signInAs({});
    answer({ ...own, [list]: { status: 500, body: {} } });
    const user = render(<AppReview />);
    expect(await screen.findByText("Error: 500")).toBeDefined();
    answer({ ...own, [list]: success([]) });
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("No testimonials available yet")).toBeDefined();
  });
});
