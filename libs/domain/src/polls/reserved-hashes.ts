import { singleError } from "../input/read-fields";
import type { FieldErrors } from "../refusals/refusal";
import { words } from "../words";

/** The fixed parts of all routes (docs/recipes.md#add-a-page). */
const ofRoutes = words(`
  account accounts address admin admin_hash answers api assets batch calendar callback capabilities
  changelog connect connected_account continue cover creator decision deliveries deny dev device
  docs duplicate ask_new comments embed local-times passkey passkeys recipients events export files
  glossary guides healthz import invitations link llms mail members merge metrics oidc openapi opt-in
  opt-out options organizations pages payments polls readyz redeliver reference refund reminders
  report reports suppressed audit mails responses results rotate script secret seen session
  sessions sign-in join count series sign-out sign-up sign_out_everywhere stream stream_tickets
  stripe style test ticket token tokens unsubscribe voters votes watch webhooks
`);

/** Words under which visitors expect a page of the service, not the poll of an account. */
const ofTheService = words(`
  about abuse administrator auth billing checkout confirm contact dashboard demo donate error
  errors faq help home imprint index info invite invitation legal login logon logout manage
  moderator null official operator owner password poll pricing privacy profile public register
  registration root search secure security service settings signin signout signup start static
  status submit support system team terms undefined update upload user users verify vote voter
  webhook well-known abmelden anmelden anmeldung datenschutz hilfe impressum konto kontakt
  passwort registrieren bezahlen zahlung
`);

const plain = (word: string): string => word.replace(/[_-]/g, "");

const reserved: ReadonlySet<string> = new Set([...ofRoutes, ...ofTheService].map(plain));

/**
 * Whether a member hash looks like an address of the service (docs/reference/polls.md#addresses). Hyphens and
 * underscores are ignored.
 */
export const isReservedHash = (hash: string): boolean => reserved.has(plain(hash));

export const reservedHash = (hash: string | undefined): FieldErrors =>
  hash !== undefined && isReservedHash(hash) ? singleError("member_hash", "is reserved") : {};
