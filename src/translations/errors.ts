// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface ErrorsTexts {
  unauthenticated: null;
  noToken: null;
  notAuthenticated: null;
  authenticationError: null;
  logInAgain: null;
  failed: null;
  reload: null;
  unexpected: null;
  done: null;
  noConnection: null;
  requestFailed: { status: string | number };
  status: { status: string | number };
  invalidResponse: null;
  refreshFailed: null;
  logOutFailed: null;
  profileFailed: null;
  featuredFailed: null;
  courseFailed: null;
}

export const getTexts = createTexts<"errors", ErrorsTexts>("errors");
