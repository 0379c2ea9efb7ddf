// Shows moments in the time zone of the visitor, and names it. Without scripts they are in UTC.
for (const time of document.querySelectorAll("time")) {
  const moment = new Date(time.dateTime);
  /** @param {Intl.DateTimeFormatOptions} form */
  const formatOf = (form) => new Intl.DateTimeFormat(time.lang, form);
  const zone = formatOf({ timeZoneName: "longGeneric" })
    .formatToParts(moment)
    .find(({ type }) => type === "timeZoneName");
  const text = formatOf({ dateStyle: "long", timeStyle: "short" }).format(moment);
  time.textContent = `${text} (${zone?.value})`;
}
