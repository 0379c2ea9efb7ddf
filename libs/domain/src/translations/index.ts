export { languagesOf, textLanguage } from "./text-language";
export { shownLabels } from "./translations";
