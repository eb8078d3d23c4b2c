/** The text of emails about accounts. */
import { meetingServiceNames } from "#lib/meetings/meeting-services.ts";
import type { Role } from "#lib/people/people.options.ts";
import { site } from "#lib/site/site.ts";
import type { Config } from "../config/config.ts";
import type { Mail } from "../mail/mail.ts";
import { codeLifetimeMs } from "./one-time-codes.ts";

type Site = Pick<Config, "appUrl">;

const notYou =
  "If this wasn't you, you can ignore this email. Never share this code with anyone, and never enter a code that you didn't request.";

const codeLifetime = "It expires in 10 minutes and can be used once.";

const hasAccount = `you have a ${site.name} account`;

/** Sent to an unverified address, so it contains no text that a visitor entered. */
export function signUpCodeMail(to: string, code: string): Mail {
  return {
    to,
    subject: `Your ${site.name} verification code`,
    validUntil: new Date(Date.now() + codeLifetimeMs),
    content: {
      recipientName: null,
      title: "Verify your email address",
      preheader: "Enter this code to verify your email address. It expires in 10 minutes.",
      paragraphs: [
        `Thank you for signing up for ${site.name}. Enter this code to verify your email address. ${codeLifetime}`,
      ],
      code,
      note: notYou,
      because: `this email address was used to sign up for ${site.name}`,
      toStranger: true,
    },
  };
}

export function accountExistsMail(config: Site, to: string): Mail {
  return {
    to,
    subject: `You already have a ${site.name} account`,
    content: {
      recipientName: null,
      title: "You already have an account",
      preheader: "Someone tried to sign up with your email address.",
      paragraphs: [
        `Someone, most likely you, tried to sign up for ${site.name} with this email address. It already belongs to an account, so nothing has changed.`,
        "You can log in as usual. If you've forgotten your password, choose “Forgot password” on the login page, and we'll email you a code.",
        "If it wasn't you, you don't need to do anything.",
      ],
      action: { label: "Log in", url: `${config.appUrl}/login` },
      because: hasAccount,
    },
  };
}

/** Contains no name, so that an address without an account takes the same work. */
export function resetCodeMail(to: string, code: string): Mail {
  return {
    to,
    subject: `Your ${site.name} password reset code`,
    validUntil: new Date(Date.now() + codeLifetimeMs),
    content: {
      recipientName: null,
      title: "Choose a new password",
      preheader: "Enter this code to choose a new password. It expires in 10 minutes.",
      paragraphs: [
        `We received a request to reset your password. Enter this code to choose a new password. ${codeLifetime}`,
      ],
      code,
      note: notYou,
      because: hasAccount,
    },
  };
}

export function passwordChangedMail(config: Site, to: string, name: string): Mail {
  return {
    to,
    subject: `Your ${site.name} password was changed`,
    content: {
      recipientName: name,
      title: "Your password was changed",
      preheader: "Your other devices have been logged out.",
      paragraphs: [
        "The password for your account was just changed, and your other devices have been logged out.",
        `If this wasn't you, choose a new password right away with “Forgot password” on the login page, and write to ${site.supportEmail} so that we can help.`,
      ],
      action: { label: "Log in", url: `${config.appUrl}/login` },
      because: hasAccount,
    },
  };
}

/** Sent once, when the profile is completed. */
export function welcomeMail(config: Site, to: string, name: string, role: Role): Mail {
  const { next, action } = firstSteps[role];
  return {
    to,
    subject: `Welcome to ${site.name}`,
    content: {
      recipientName: name,
      title: `Welcome to ${site.name}`,
      preheader: "Your profile is complete. Here's what comes next.",
      paragraphs: [
        `Your profile is complete, and we're glad to have you in our circle. ${site.name} brings teachers and students of the Quran together in small live classes.`,
        next,
      ],
      action: { label: action.label, url: `${config.appUrl}${action.path}` },
      because: `you created a ${site.name} account`,
    },
  };
}

const firstSteps: Record<Role, { next: string; action: { label: string; path: string } }> = {
  student: {
    next: "Find a course that fits your level and schedule. Once you enroll, you'll find your classes on your dashboard.",
    action: { label: "Browse courses", path: "/courses" },
  },
  teacher: {
    next: `Set up your payment account, publish your first course and connect ${meetingServiceNames}. Then students can enroll and meet you in class.`,
    action: { label: "Create your first course", path: "/add-course" },
  },
};

export function accountDeletedMail(to: string, name: string): Mail {
  return {
    to,
    subject: `Your ${site.name} account was deleted`,
    content: {
      recipientName: name,
      title: "Your account was deleted",
      preheader: "You've been logged out everywhere, and your personal data is gone.",
      paragraphs: [
        "Your account has been deleted, as you requested. You've been logged out everywhere, and your profile, pictures and settings are gone. We keep records of payments without your name because accounting rules require it, and your reviews stay online without your name.",
        "You're welcome back at any time. You can sign up again with this email address.",
        `If this wasn't you, write to ${site.supportEmail} right away.`,
      ],
      because: `you had a ${site.name} account`,
    },
  };
}
