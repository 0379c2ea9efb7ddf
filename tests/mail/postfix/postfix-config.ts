import path from "node:path";

export interface PostfixFacts {
  /** All its files are below this directory. */
  readonly root: string;
  readonly port: number;
  /** The mailboxes at `example.net`. */
  readonly mailboxes: readonly string[];
}

/** Addresses in the recipient table, with or without a mailbox. */
export const answers = {
  later: "450 4.2.0 Greylisted, come again later",
  policy: "550 5.7.1 We take nothing from there",
  full: "552 5.2.2 The mailbox is full",
} as const;

/** Accepted at first, and bounced afterwards. */
export const GONE = "gone";
/** Postfix refuses a mail with this word in its subject. */
export const FORBIDDEN = "forbiddenword";

const settings = ({ root }: PostfixFacts): Readonly<Record<string, string>> => ({
  compatibility_level: "3.6",
  queue_directory: path.join(root, "queue"),
  data_directory: path.join(root, "data"),
  maillog_file: path.join(root, "mail.log"),
  maillog_file_prefixes: root,
  inet_interfaces: "127.0.0.1",
  inet_protocols: "ipv4",
  myhostname: "mx.example.net",
  mydestination: "",
  mynetworks: "",
  alias_maps: "",
  recipient_delimiter: "+",
  // Mail and logins only over TLS.
  smtpd_tls_security_level: "encrypt",
  smtpd_tls_auth_only: "yes",
  smtpd_tls_cert_file: path.join(root, "conf/server.pem"),
  smtpd_tls_key_file: path.join(root, "conf/server.key"),
  smtpd_tls_received_header: "yes",
  smtpd_sasl_auth_enable: "yes",
  smtpd_sasl_type: "cyrus",
  smtpd_sasl_path: "smtpd",
  cyrus_sasl_config_path: path.join(root, "conf/sasl"),
  smtpd_sasl_authenticated_header: "yes",
  smtpd_sasl_security_options: "noanonymous",
  smtpd_client_restrictions: "permit_sasl_authenticated, reject",
  smtpd_relay_restrictions: "reject_unauth_destination",
  smtpd_recipient_restrictions: `check_recipient_access texthash:${path.join(root, "conf/answers")}`,
  header_checks: `regexp:${path.join(root, "conf/headers")}`,
  virtual_mailbox_domains: "example.net, example.org",
  virtual_mailbox_maps: `texthash:${path.join(root, "conf/mailboxes")}`,
  virtual_mailbox_base: path.join(root, "mailboxes"),
  virtual_uid_maps: "static:65534",
  virtual_gid_maps: "static:65534",
  transport_maps: `texthash:${path.join(root, "conf/transport")}`,
});

/** The settings of a Postfix that delivers to local mailboxes. */
export const mainCf = (facts: PostfixFacts): string =>
  Object.entries(settings(facts))
    .map(([name, value]) => `${name} = ${value}\n`)
    .join("");

/** Its processes. None uses chroot, because libraries and certificates are outside. */
export const masterCf = ({ port }: PostfixFacts): string =>
  `127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
nobody unix - n n - - pipe flags=R user=nobody argv=/bin/sh -c {exit 67}
`;

/** The tables that the settings refer to. */
export const tables = ({ mailboxes }: PostfixFacts): Readonly<Record<string, string>> => ({
  mailboxes: [
    "bounces@example.org bounces/",
    ...[...mailboxes, GONE, ...Object.keys(answers)].map(boxOf),
    "",
  ].join("\n"),
  answers: Object.entries(answers)
    .map(([name, answer]) => `${name}@example.net ${answer}\n`)
    .join(""),
  transport: `${GONE}@example.net nobody:\n`,
  headers: `/^Subject:.*${FORBIDDEN}/ REJECT This looks like spam\n`,
});

const boxOf = (name: string) => `${name}@example.net ${name}/`;
