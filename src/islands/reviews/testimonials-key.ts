/** Query key of the testimonials. */
export const testimonialsKey = ["testimonials"];
