/** The page of a teacher's earnings. */
export const earningsPath = "/dashboard/earnings";
