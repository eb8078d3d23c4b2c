/** The page of a teacher's earnings; apart from their schema, which menus need not load. */
export const earningsPath = "/dashboard/earnings";
