/** The visitor left the form that the poll needs before a vote. The message says what is missing, or why else the form is gone. */
export class NotAdmitted extends Error {}
