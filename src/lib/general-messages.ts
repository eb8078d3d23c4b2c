/** Error messages that belong to no noun. */
export const generalMessages = {
  unauthenticated: "Authentication required",
  noToken: "Authentication token not found. Please log in again.",
  notAuthenticated: "User not authenticated",
  authenticationError: "Authentication error. Please log in again.",
  logInAgain: "Authentication required. Please log in again.",
  failed: "Something went wrong. Please try again later.",
  reload: "Please reload the page and try again.",
  unexpected: "An unexpected error occurred",
} as const;
