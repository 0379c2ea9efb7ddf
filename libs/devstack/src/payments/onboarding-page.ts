import { fakePage } from "./checkout-page";

/** The onboarding page of the fake provider, with a button for each action of an owner. */
export const onboardingPage = (): string =>
  fakePage(
    "Connect an account",
    `<form method="post">
<button name="action" value="finish">Enter all details</button>
<button name="action" value="leave">Leave without finishing</button>
</form>`,
  );
