export { addressKey, optedOutKeys, optInRequesterKey } from "./address-key";
export { calendarSecret, pollOfCalendar } from "./calendar-link";
export * from "./link-token";
export { type OptOut, optOutPath, readOptOut } from "./opt-out-link";
export { isPersonalToken, participantOfToken, personalPath, personalToken } from "./personal-link";
export { isPublicId, newPublicId } from "./public-id";
export { isSealedWith, seal, unseal } from "./seal";
export { loadAddressKeys, loadStoredKey } from "./stored-keys";
export {
  currentWebhookSecret,
  newWebhookSecret,
  sealWebhookSecret,
  signingSecrets,
  type WebhookKeys,
} from "./webhook-secret";
