import type { SettingName } from "./settings";

/** What people look for among the settings, and find in the menu or at another place of the page. */
export const elsewhere = ["close", "people", "share", "languages", "more"] as const;
type Found = SettingName | "password" | (typeof elsewhere)[number];

/** For those who shall manage the poll together. */
const MANAGERS = "manager co-manager colleague team verwalter verwalterin kollegin kollege";

/** Further words by which people search, in English and German, which no title or text has. */
export const searchWords: Readonly<Partial<Record<Found, string>>> = {
  password: "secret protect code kennwort geheim schutz",
  close: "close end stop reopen schließen beenden stoppen",
  people: "reminder remind invitation invite erinnerung erinnern einladung einladen",
  share: "share embed qr code link website teilen einbetten",
  languages: "language translation translate sprache übersetzen übersetzung",
  more: `duplicate copy delete remove kopie kopieren duplizieren löschen ${MANAGERS}`,
  anonymize_voter_names: "anonymous secret privacy gdpr anonym geheim datenschutz dsgvo",
  hidden_participants: "anonymous secret privacy gdpr anonym geheim datenschutz dsgvo",
  require_voter_name: "anonymous anonym",
  results_visible: "secret hidden geheim verborgen",
  privacy_policy: "gdpr dsgvo",
  public_admin_link: MANAGERS,
  delete_after_days: "gdpr retention dsgvo aufbewahren",
  participant_limit: "maximum at most capacity höchstzahl höchstens begrenzen",
  vote_limit_per_voter: "maximum at most höchstzahl höchstens",
  limit_per_option: "maximum at most capacity höchstzahl höchstens",
  limit_per_option_type: "maximum capacity höchstzahl",
  option_limit: "maximum at most höchstzahl höchstens",
  participant_limitation_type: "once vote twice duplicate multiple captcha einmal mehrfach doppelt",
  vote_per_day: "vote twice multiple mehrfach doppelt",
  access_by_provider: "once vote twice captcha bot login mehrfach doppelt",
  double_opt_in: "vote twice captcha bot verify email mehrfach doppelt",
  require_approval: "moderate moderation review moderieren prüfen",
  notify_votes: "notify notification email benachrichtigen benachrichtigung",
  notify_result: "notify notification email benachrichtigen benachrichtigung",
  notify_new_options: "notify notification email benachrichtigen benachrichtigung",
  notify_state_changes: "notify notification email benachrichtigen benachrichtigung",
  deadline_voting: "deadline due expire frist stichtag schließen",
  deadline_submission: "deadline due frist stichtag",
  theme: "colour design farbe",
  thank_you_page: "redirect forward weiterleiten weiterleitung",
  thank_you_page_data: "redirect forward weiterleiten weiterleitung",
};
