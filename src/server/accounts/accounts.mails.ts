/** The words of the mails about accounts. */
import type { Role } from "#lib/people/people.options.ts";
import { site } from "#lib/site/site.ts";
import type { Config } from "../config/config.ts";
import type { Mail } from "../mail/mail.ts";
import { codeLifetimeMs } from "./one-time-codes.ts";

type Site = Pick<Config, "appUrl">;

const notYou =
  "If this wasn't you, you can ignore this email. Never share this code with anyone, and never enter a code that you didn't request.";

/** It goes to an address that nobody has confirmed, so it says nothing that anybody has typed. */
export function signUpCodeMail(to: string, code: string): Mail {
  return {
    to,
    subject: `Your ${site.name} verification code`,
    validUntil: new Date(Date.now() + codeLifetimeMs),
    content: {
      title: "Verify your email address",
      preheader: "Enter this code to verify your address. It is valid for 10 minutes.",
      paragraphs: [
        "Assalamu alaikum,",
        `Thank you for joining ${site.name}. Enter this code where you signed up. It is valid for 10 minutes and can be used once.`,
      ],
      code,
      note: notYou,
      toStranger: true,
    },
  };
}

export function accountExistsMail(config: Site, to: string): Mail {
  return {
    to,
    subject: `You already have a ${site.name} account`,
    content: {
      title: "You already have an account",
      preheader: "Somebody tried to sign up with your address.",
      paragraphs: [
        `Somebody, most likely you, tried to sign up at ${site.name} with this address. It already belongs to an account, so nothing was changed.`,
        "You can log in as usual. If the password has slipped your mind, choose 'Forgot password' there and we will send you a code.",
        "If it wasn't you, there is nothing you need to do.",
      ],
      action: { label: "Log in", url: `${config.appUrl}/login` },
    },
  };
}

export function resetCodeMail(to: string, code: string): Mail {
  return {
    to,
    subject: `Your ${site.name} password reset code`,
    validUntil: new Date(Date.now() + codeLifetimeMs),
    content: {
      title: "Choose a new password",
      preheader: "Enter this code to choose a new password. It is valid for 10 minutes.",
      paragraphs: [
        "You asked to reset your password. Enter this code where you asked for it. It is valid for 10 minutes and can be used once.",
      ],
      code,
      note: notYou,
    },
  };
}

export function passwordChangedMail(config: Site, to: string, name: string): Mail {
  return {
    to,
    subject: `Your ${site.name} password was changed`,
    content: {
      title: "Your password was changed",
      preheader: "Other devices have been signed out.",
      paragraphs: [
        `Dear ${name}, the password of your account has just been changed, and other devices have been signed out.`,
        `If this wasn't you, please choose a new password at once through 'Forgot password' on the log-in page, and write to ${site.supportEmail} so that we can help.`,
      ],
      action: { label: "Log in", url: `${config.appUrl}/login` },
    },
  };
}

/** Sent once, when the profile is complete. */
export function welcomeMail(config: Site, to: string, name: string, role: Role): Mail {
  const { next, action } = firstSteps[role];
  return {
    to,
    subject: `Welcome to ${site.name}`,
    content: {
      title: `Welcome, ${name}`,
      preheader: "Your profile is complete. Here is what comes next.",
      paragraphs: [
        `Your profile is complete, and we are glad to have you in our circle. ${site.name} brings teachers and students of the Quran together in small live classes.`,
        next,
      ],
      action: { label: action.label, url: `${config.appUrl}${action.path}` },
    },
  };
}

const firstSteps: Record<Role, { next: string; action: { label: string; path: string } }> = {
  student: {
    next: "Find a course that fits your level and your week. Once you are enrolled, its meetings wait on your dashboard.",
    action: { label: "Browse courses", path: "/courses" },
  },
  teacher: {
    next: "Set up your payment account, publish your first course and connect Zoom; then students can enroll and meet you in class.",
    action: { label: "Create your first course", path: "/add-course" },
  },
};

export function accountDeletedMail(to: string, name: string): Mail {
  return {
    to,
    subject: `Your ${site.name} account was deleted`,
    content: {
      title: "Your account was deleted",
      preheader: "You are signed out everywhere, and your personal data is gone.",
      paragraphs: [
        `Dear ${name}, your account has just been deleted, as you asked. You are signed out everywhere; your profile, your pictures and your settings are gone. Payments stay in our books without your name, because accounting requires it, and your reviews stay without it too.`,
        `You are welcome back at any time: your address is free for a new account.`,
        `If this wasn't you, please write to ${site.supportEmail} at once.`,
      ],
    },
  };
}
