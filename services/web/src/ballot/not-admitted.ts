/** The visitor has not given what the poll needs before a vote. The message says why. */
export class NotAdmitted extends Error {}

/** The visitor left the form. */
export class FormLeft extends NotAdmitted {}
