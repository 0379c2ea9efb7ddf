/**
 * Whether an enhanced status code (RFC 3463), such as `5.1.1`, says that the mailbox does not exist, has moved or is
 * disabled. No more mails are sent to it. 5.1.3 is not among them: relays without SMTPUTF8 refuse valid addresses so.
 */
export const isNoMailbox = (code: string): boolean => /^5\.(?:1\.(?:1|2|6|10)|2\.1)$/.test(code);
