import { within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import ReviewDesk from "#islands/reviews/ReviewDesk.tsx";
import type { OwnReviews, Review } from "#lib/reviews/reviews.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs, visitAsGuest } from "../support/session.ts";

const own = "GET /reviews/own?resourceType=course&resourceId=crs_1";
const nothing: OwnReviews = {
  review: null,
  mayWrite: true,
  refusal: null,
  helpful: [],
  reported: [],
};
const written: Review = {
  _id: "rev_1",
  authorId: "usr_1",
  authorName: "Maryam Ali",
  authorImageUrl: null,
  resourceType: "course",
  resourceId: "crs_1",
  rating: 4,
  content: "Patient and clear.",
  helpfulCount: 0,
  createdAt: "2027-03-01T10:00:00.000Z",
  updatedAt: null,
};
const of = (state: "shown" | "waiting" | "removed"): OwnReviews => ({
  ...nothing,
  review: { ...written, state },
  mayWrite: false,
});

/** The list of reviews, as rendered by the server. */
const listOf = (ids: string[]) =>
  `<div data-review-list>${ids
    .map(
      (id) =>
        `<div data-review-marks="${id}" data-author="Hamza Noor" data-helpful="2">2 people</div>`,
    )
    .join("")}</div>`;

function showPage(html = ""): void {
  const page = document.createElement("main");
  page.innerHTML = html;
  document.body.append(page);
}
afterEach(() => {
  document.querySelector("main")?.remove();
});

/** The name of the request for the page itself. */
const pageName = `undefined ${location.href}`;
const show = () => render(<ReviewDesk resourceType="course" resourceId="crs_1" />);

describe("a student's own review", () => {
  it("is not shown to visitors", () => {
    visitAsGuest();
    show();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("cannot be written before attending a class, and the form says so", async () => {
    signInAs({});
    const refusal = "You can write a review once you have attended a class.";
    answer({ [own]: success({ ...nothing, mayWrite: false, refusal }) });
    show();
    expect(await screen.findByText(refusal)).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is written with text and with stars selected with the keyboard, and updates the list on the page", async () => {
    signInAs({});
    showPage(listOf([]));
    let current: OwnReviews = nothing;
    const calls = answer({
      [own]: () => success(current),
      "POST /reviews": () => {
        current = of("shown");
        return { status: 201, ...success(written) };
      },
      [pageName]: { text: `<html><body>${listOf(["rev_1", "rev_2"])}</body></html>` },
    });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Write a review" }));
    const stars = await screen.findAllByRole("radio");
    expect(stars.map((star) => star.getAttribute("aria-label"))).toEqual([
      "1 star: Poor",
      "2 stars: Fair",
      "3 stars: Good",
      "4 stars: Very good",
      "5 stars: Excellent",
    ]);
    await user.click(stars[2] as HTMLElement);
    await user.keyboard("{ArrowRight}");
    await user.type(screen.getByLabelText("What would you tell others?"), "Patient and clear.");
    await user.click(screen.getByRole("button", { name: "Publish review" }));
    expect(await screen.findByText("Thank you for your review.")).toBeDefined();
    expect(calls.find(({ name }) => name === "POST /reviews")?.body).toEqual({
      resourceType: "course",
      resourceId: "crs_1",
      rating: 4,
      content: "Patient and clear.",
    });
    expect(document.querySelectorAll("[data-review-marks]")).toHaveLength(2);
    expect(screen.getByText("Your review", { selector: ".badge" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Helpful (2): review by Hamza Noor" })).toBeDefined();
  });

  it("shows what is missing, and keeps typed text when it is rejected", async () => {
    signInAs({});
    answer({
      [own]: success(nothing),
      "POST /reviews": failure(409, "You have already written a review. You can edit it."),
    });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Write a review" }));
    await user.click(await screen.findByRole("button", { name: "Publish review" }));
    expect(await screen.findByText("Please give a rating from 1 to 5")).toBeDefined();
    expect(screen.getByText("Please write your review")).toBeDefined();
    await user.click(screen.getByRole("radio", { name: "5 stars: Excellent" }));
    await user.type(screen.getByLabelText("What would you tell others?"), "Excellent!");
    await user.click(screen.getByRole("button", { name: "Publish review" }));
    expect(
      await screen.findByText("You have already written a review. You can edit it."),
    ).toBeDefined();
    expect(screen.getByLabelText<HTMLTextAreaElement>("What would you tell others?").value).toBe(
      "Excellent!",
    );
  });

  it("can be edited", async () => {
    signInAs({});
    const calls = answer({
      [own]: success(of("shown")),
      "PATCH /reviews/rev_1": success(written),
      [pageName]: { text: "<html></html>" },
    });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    const four = await screen.findByRole<HTMLInputElement>("radio", { name: /^4 stars/ });
    expect(four.checked).toBe(true);
    await user.type(screen.getByLabelText("What would you tell others?"), " And kind.");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Your review was updated.")).toBeDefined();
    expect(calls.find(({ name }) => name.startsWith("PATCH"))?.body).toEqual({
      rating: 4,
      content: "Patient and clear. And kind.",
    });
  });

  it("can be deleted after a confirmation, which shows errors", async () => {
    signInAs({});
    answer({ [own]: success(of("shown")), "DELETE /reviews/rev_1": { status: 503, body: {} } });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    const dialog = within(screen.getByRole("dialog", { name: "Delete your review?" }));
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await dialog.findByText("Error: 503")).toBeDefined();
    answer({
      [own]: success(nothing),
      "DELETE /reviews/rev_1": success(null),
      [pageName]: { text: "<html></html>" },
    });
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Your review was deleted.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Write a review" })).toBeDefined();
  });

  it.each([
    ["waiting", /Only you can see this review while we check it/],
    ["removed", /We removed this review/],
  ] as const)("cannot be changed while it is %s, and says why", async (state, words) => {
    signInAs({});
    answer({ [own]: success(of(state)) });
    show();
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
    expect(screen.getByRole("button", { name: "Delete" })).toBeDefined();
  });

  it("reports an error and can be reloaded", async () => {
    signInAs({});
    answer({ [own]: { status: 500, body: {} } });
    const user = show();
    expect(await screen.findByText("Error: 500")).toBeDefined();
    answer({ [own]: success(nothing) });
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("button", { name: "Write a review" })).toBeDefined();
  });
});

describe("the buttons on other people's reviews", () => {
  it("show whether the student pressed them before, and can be pressed again to undo that", async () => {
    signInAs({});
    showPage(listOf(["rev_2"]));
    answer({
      [own]: success({ ...nothing, helpful: ["rev_2"] }),
      "POST /reviews/rev_2/helpful": success({ marked: false, count: 1 }),
      "POST /reviews/rev_2/report": success({ marked: true, count: 1 }),
    });
    const user = show();
    const helpful = await screen.findByRole("button", { name: /^Helpful/ });
    expect(helpful.getAttribute("aria-pressed")).toBe("true");
    expect(helpful.textContent).toBe("Helpful (2)");
    expect(screen.queryByText("2 people")).toBeNull();
    await user.click(helpful);
    await waitFor(() => expect(helpful.textContent).toBe("Helpful (1)"));
    expect(helpful.getAttribute("aria-pressed")).toBe("false");
    const report = screen.getByRole("button", { name: "Report review by Hamza Noor" });
    await user.click(report);
    await waitFor(() => expect(report.getAttribute("aria-pressed")).toBe("true"));
    expect(screen.getByText(/Our staff reviews content that several people report/)).toBeDefined();
  });

  it("say why they were rejected, and stay unchanged", async () => {
    signInAs({});
    showPage(listOf(["rev_2"]));
    answer({
      [own]: success(nothing),
      "POST /reviews/rev_2/helpful": failure(404, "Review not found"),
    });
    const user = show();
    const helpful = await screen.findByRole("button", { name: /^Helpful/ });
    await user.click(helpful);
    expect(await screen.findByText("Review not found")).toBeDefined();
    expect(helpful.textContent).toBe("Helpful (2)");
  });
});
