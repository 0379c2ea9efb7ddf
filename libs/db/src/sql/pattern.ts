/** The text for a comparison by pattern, such as `ILIKE`, where it stands for itself. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");
