/** The path of the earnings page. In its own file so that menus don't load the schemas. */
export const earningsPath = "/dashboard/earnings";
