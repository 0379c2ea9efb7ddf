export { deleteOldMailCounts, type MailDemand, takeMails, takeMailsOfAccount } from "./mail-counts";
export { findCreatorAddress, findOwnerAddress, mailTurn, openDigest } from "./mails";
export * from "./refused-mails";
