/** The visitor left the form that the poll needs before a vote. A message says why else it is gone. */
export class NotAdmitted extends Error {}
