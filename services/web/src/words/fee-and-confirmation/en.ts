export const en = {
  voteCosts: (price: string) => `One vote costs ${price}.`,
  participationCosts: (price: string) =>
    `Taking part costs ${price}. Your participation counts once you have paid.`,
  paying:
    "Your payment is being confirmed. This page changes by itself; some payment methods take days. Was it canceled, or did it fail? Open the payment and try again.",
  unconfirmed: (address: string | undefined) =>
    `We sent an e-mail${address === undefined ? "" : ` to ${address}`}. Open its link and confirm, so that your participation counts.`,
  confirmed: "Your address is confirmed.",
  mailAgain: "Send the e-mail again",
  mailedAgain: "The e-mail is sent again.",
  waiting: (position: number) =>
    `All places are taken. You are number ${position} on the waiting list. You can take part once a place is free.`,
  movedUp: "You have a place now, and can take part.",
};

/** The texts about what votes cost, confirming an address, and waiting for a place. */
export type DueWords = typeof en;
