/** The query for testimonials, and the function that updates it after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { orThrow } from "./reviews.calls.ts";
import { fetchTestimonials } from "./testimonials.calls.ts";

export const testimonialsOptions = () =>
  queryOptions({
    queryKey: ["reviews", "testimonials"],
    queryFn: () => orThrow((report) => fetchTestimonials(report)),
  });

export const refreshTestimonials = () =>
  queryClient.invalidateQueries({ queryKey: testimonialsOptions().queryKey });
