import type { DeviceWords } from "./en";

/** The texts of the page to continue on another device in German. */
export const de: DeviceWords = {
  errors: {
    too_many_link_mails:
      "Es wurden schon viele E‑Mails mit diesem Link gesendet. Bitte versuchen Sie es in einer Stunde wieder.",
    link_mails_used_up:
      "Mit diesem Link werden keine E‑Mails mehr gesendet. Bitte kopieren Sie ihn.",
  },
  title: "Auf einem anderen Gerät weitermachen",
  how: (changes) =>
    `Öffnen Sie diesen Link auf dem anderen Gerät. Dort sehen Sie Ihre Stimmen${changes ? " und können sie ändern" : ""}. Behalten Sie den Link für sich: Alle, die ihn haben, können dasselbe.`,
  link: "Ihr persönlicher Link",
  copy: "Kopieren",
  copied: "Kopiert",
  qr: "QR-Code Ihres persönlichen Links",
  mail: "Den Link per E‑Mail senden",
  address: "E‑Mail-Adresse",
  send: "Senden",
  sent: (address) => `Der Link ist unterwegs an ${address}.`,
  end: "Link ungültig machen",
  ends: "Wenn Sie den Link ungültig machen, zeigen Geräte, auf denen er geöffnet wurde, Ihre Stimmen nicht mehr.",
  ended: "Der alte Link ist ungültig. Dies ist der neue.",
  none: "Mit diesem Browser wurde noch nicht teilgenommen. Stimmen Sie zuerst ab, dann bekommen Sie hier einen Link.",
  ask: "Auf diesem Gerät weitermachen?",
  asks: "Der Link führt zu den Stimmen einer Person. Machen Sie nur weiter, wenn es Ihr Link ist.",
  other:
    "Mit diesem Browser wurde schon teilgenommen. Diese Stimmen bleiben, aber der Browser zeigt die des Links.",
  yes: "Weitermachen",
  no: "Das ist nicht mein Link",
  invalid:
    "Dieser Link gilt nicht mehr. Er wurde durch einen neuen ersetzt, oder die Teilnahme wurde gelöscht.",
};
