/** Under which the cache holds what people say of the product. */
export const testimonialsKey = ["testimonials"];
