/** The page that says what happened to a deleted account. Everyone can open it. */
export const accountDeletedPath = "/account-deleted";
