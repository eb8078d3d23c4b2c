import { describe, expect, it } from "vitest";
import { fetchTestimonials } from "#lib/reviews/testimonials.calls.ts";
import { answer, failure, success } from "../support/api.ts";

const list = "GET /reviews/resource/type/app";
const review = (author: string, content: string) => ({
  _id: `rev_${author}`,
  authorId: author,
  authorName: `Name of ${author}`,
  rating: 5,
  content,
});
const silent = (message: string) => {
  throw new Error(`Nothing should be reported, but this was: ${message}`);
};

describe("testimonials", () => {
  it("name authors by their profiles, fetched one at a time, and skip failures", async () => {
    let open = 0;
    let maxOpen = 0;
    const lookUp = (reply: object) => async () => {
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      await Promise.resolve();
      open -= 1;
      return reply;
    };
    const calls = answer({
      [list]: success(["a", "b", "c", "d"].map((author) => review(author, `By ${author}`))),
      "GET /users/authUser/a": lookUp(success({ name: "Amina", profileImageUrl: "/media/a.webp" })),
      "GET /users/authUser/b": lookUp(failure(404, "User not found")),
      "GET /users/authUser/c": lookUp({ status: 502, text: "<h1>Bad Gateway</h1>" }),
      "GET /users/authUser/d": lookUp({ body: { _id: "prf_d", name: "Dawud" } }),
    });
    expect(await fetchTestimonials(silent)).toEqual([
      { _id: "rev_a", name: "Amina", imageUrl: "/media/a.webp", rating: 5, content: "By a" },
      { _id: "rev_b", name: "Name of b", imageUrl: null, rating: 5, content: "By b" },
      { _id: "rev_c", name: "Name of c", imageUrl: null, rating: 5, content: "By c" },
      { _id: "rev_d", name: "Dawud", imageUrl: null, rating: 5, content: "By d" },
    ]);
    expect(calls).toHaveLength(5);
    expect(maxOpen).toBe(1);
  });

  it("fetch no profile beyond those that are shown", async () => {
    const calls = answer({
      [list]: success([review("a", "One"), review("b", "Two")]),
      "GET /users/authUser/a": success({ name: "Amina" }),
    });
    expect(await fetchTestimonials(silent, 1)).toHaveLength(1);
    expect(calls).toHaveLength(2);
  });

  it.each([
    [
      "the service's own message",
      failure(400, "The app-id header is missing or wrong."),
      "The app-id header is missing or wrong.",
    ],
    ["the status when it has none", { status: 503, body: {} }, "Error: 503"],
    [
      "the status of a response that is not JSON",
      { status: 502, text: "<h1>Bad Gateway</h1>" },
      "Error: 502",
    ],
  ])("are null and reported with %s", async (_what, reply, words) => {
    answer({ [list]: reply });
    const problems: string[] = [];
    expect(await fetchTestimonials((message) => problems.push(message))).toBeNull();
    expect(problems).toEqual([words]);
  });

  it.each([
    ["under data", { body: { success: true, data: [review("a", "x")] } }, 1],
    ["under data.reviews", { body: { data: { reviews: [review("a", "x")] } } }, 1],
    ["bare", { body: [review("a", "x")] }, 1],
    ["replaced by text", { body: { data: "none" } }, 0],
  ])("are read from a response whose list is %s", async (_where, reply, count) => {
    answer({ [list]: reply, "GET /users/authUser/a": success({ name: "Amina" }) });
    expect(await fetchTestimonials(silent)).toHaveLength(count);
  });
});
