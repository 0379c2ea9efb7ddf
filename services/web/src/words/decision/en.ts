/** The texts about final dates in English. Every language has exactly these texts. */
export const en = {
  title: (dates: number): string => (dates === 1 ? "The date is set" : "The dates are set"),
  chosen: "Chosen date",
  file: "Add to calendar",
  subscribe: "Subscribe to changes",
};

export type DecisionWords = typeof en;
