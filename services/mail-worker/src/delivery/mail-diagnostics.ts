import {
  type Diagnostic,
  type Finding,
  failed,
  ok,
  type ReadinessCheck,
  shared,
  warning,
} from "@polls/runtime";
import { redactText } from "@polls/telemetry";
import type { Config } from "../config";
import type { Mailer } from "./open-mailer";

const authority = "name the authority of its certificate in SMTP_TLS_CA";
const validity = "renew the certificate of the mail server, or correct the clock of this machine";

/** What an operator can do about errors of TLS, which nodemailer gives the code of a broken connection. */
const tlsRemedies: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: validity,
  CERT_NOT_YET_VALID: validity,
  ERR_TLS_CERT_ALTNAME_INVALID:
    "use a name of the certificate in SMTP_URL or SMTP_HOST, or renew the certificate",
  DEPTH_ZERO_SELF_SIGNED_CERT: authority,
  SELF_SIGNED_CERT_IN_CHAIN: authority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: authority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: authority,
};

/** What an operator can do about errors of nodemailer, by code. */
const remedies: Readonly<Record<string, string>> = {
  EAUTH: "correct the user and the password in SMTP_URL, or SMTP_USER and SMTP_PASSWORD",
  EDNS: "correct the host in SMTP_URL or SMTP_HOST, or the name server of this machine",
  ETLS: "let the mail server offer STARTTLS, or correct SMTP_TLS",
  ECONNECTION: "start the mail server, or open the way to its port",
  ESOCKET: "start the mail server, or open the way to its port",
  ETIMEDOUT: "open the way to the port of the mail server",
};

/** How long probes, which ask every few seconds, get the same state: each check logs in to the server. */
const CHECK_KEPT_MS = 60_000;

export const mailServerCheck = ({ check }: Pick<Mailer, "check">): ReadinessCheck => ({
  part: "mail server",
  needed: false,
  check: shared(check, CHECK_KEPT_MS),
});

/** Checks the mail server and the sender. `mailer` is undefined if no server is configured. */
export const mailDiagnostics = (
  config: Pick<Config, "smtp" | "sender">,
  mailer: Pick<Mailer, "check"> | undefined,
): readonly Diagnostic[] => [
  {
    name: "mail server",
    remedy: "look at the server and at SMTP_URL or SMTP_HOST",
    async run() {
      const { smtp } = config;
      if (smtp === undefined || mailer === undefined) {
        return warning(
          "SMTP_URL and SMTP_HOST are not set: mails wait",
          "set one of them, and MAIL_FROM",
        );
      }
      const server = `${smtp.host}:${smtp.port}`;
      try {
        await mailer.check();
      } catch (error) {
        return findingOf(server, error);
      }
      return ok(
        smtp.login === undefined ? `${server} answers, without a login` : `logs in to ${server}`,
      );
    },
  },
  {
    name: "sender",
    async run() {
      const { address } = config.sender.from;
      const [, domain = ""] = address.split("@");
      if (domain.endsWith("localdomain")) {
        return warning("mails come from a made-up address", "set MAIL_FROM");
      }
      const signed = config.smtp?.dkim === undefined ? "without DKIM" : "signed with DKIM";
      return ok(`mails come from ${domain}, ${signed} here`);
    },
  },
];

function findingOf(server: string, error: unknown): Finding {
  const {
    code = "",
    originalCode = "",
    message = "",
  } = error as {
    readonly code?: string;
    readonly originalCode?: string;
    readonly message?: string;
  };
  const why = redactText(message.split("\n", 1)[0] ?? "");
  const remedy = tlsRemedies[originalCode] ?? remedies[code] ?? "look at the mail server";
  return failed(`${server}: ${why || code}`, remedy);
}
