/** The visitor left the form that the poll needs before a vote. */
export class NotAdmitted extends Error {}
