/** Reviews of the app, with the current names of their authors. */

import { ApiError } from "../client/api-error.ts";
import { sendRequest } from "../client/http.ts";
import { readObject } from "../client/readers.ts";
import { fetchReviewsOfType, type ReportProblem } from "./reviews.calls.ts";
import type { Review } from "./reviews.responses.ts";

export interface Testimonial {
  _id: string;
  /** From the author's profile, or from the review if the profile isn't available. */
  name: string;
  imageUrl: string | null;
  rating: number;
  content: string;
}

interface Author {
  name?: string;
  profileImageUrl?: string | null;
}

/**
 * Fetches the newest reviews of the app. Authors are looked up one at a time. If an author can't be
 * found, the name in the review is used.
 * @returns null if the reviews can't be loaded, and reports why.
 */
export async function fetchTestimonials(
  report: ReportProblem,
  most = 6,
): Promise<Testimonial[] | null> {
  const reviews = await fetchReviewsOfType(report);
  if (!reviews) return null;
  const testimonials: Testimonial[] = [];
  for (const review of reviews.slice(0, most)) {
    testimonials.push(
      toTestimonial(review, review.authorId ? await findAuthor(review.authorId) : undefined),
    );
  }
  return testimonials;
}

async function findAuthor(userId: string): Promise<Author | undefined> {
  try {
    return readObject<Author>(await sendRequest(`/users/authUser/${encodeURIComponent(userId)}`));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function toTestimonial(review: Review, author: Author | undefined): Testimonial {
  const { _id, rating, content } = review;
  return {
    _id,
    name: author?.name || review.authorName,
    imageUrl: author?.profileImageUrl ?? null,
    rating,
    content,
  };
}
