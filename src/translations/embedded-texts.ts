/** The ID of the element that contains the texts of a page's scripts and islands as JSON. */
export const textsId = "texts";
