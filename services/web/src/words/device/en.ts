import type { ErrorCode } from "@polls/client";

/** The texts of the page to continue on another device in English. Every language has exactly these texts. */
export const en = {
  errors: {
    too_many_link_mails: "Many e-mails with this link were sent. Please try again in an hour.",
    link_mails_used_up: "No more e-mails are sent with this link. Please copy it.",
  } satisfies Partial<Record<ErrorCode, string>>,
  title: "Continue on another device",
  how: (changes: boolean) =>
    `Open this link on the other device. There you see your votes${changes ? ", and can change them" : ""}. Keep the link to yourself: everyone who has it can do the same.`,
  link: "Your personal link",
  copy: "Copy",
  copied: "Copied",
  qr: "QR code of your personal link",
  mail: "Send the link by e-mail",
  address: "E-mail address",
  send: "Send",
  sent: (address: string) => `The link is on its way to ${address}.`,
  end: "Make the link invalid",
  ends: "If you make the link invalid, devices that opened it no longer show your votes.",
  ended: "The old link is invalid. This is the new one.",
  none: "There are no votes of this browser yet. Vote first, then you get a link here.",
  ask: "Continue on this device?",
  asks: "The link leads to the votes of a participant. Continue only if it is yours.",
  other:
    "There are votes of this browser already. They stay, but the browser shows the ones of the link.",
  yes: "Continue",
  no: "This is not my link",
  invalid:
    "This link is no longer valid. It was replaced by a new one, or the participation was deleted.",
};

/** The texts of the page to continue on another device, in a language. */
export type DeviceWords = typeof en;
