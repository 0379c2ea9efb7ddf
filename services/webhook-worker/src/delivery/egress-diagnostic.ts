import { type EgressRules, egressExceptions } from "@polls/config";
import { type Diagnostic, ok, warning } from "@polls/runtime";

export const egressDiagnostic = (rules: EgressRules): Diagnostic => ({
  name: "webhook addresses",
  async run() {
    const allowed = egressExceptions(rules);
    if (allowed === undefined) return ok("the public internet alone, over https");
    // Node formats them as "Subnet: IPv4 10.0.0.0/8".
    const networks = allowed.networks.map((network) => network.split(" ").at(-1));
    const more = [...(allowed.insecure ? ["http:"] : []), ...networks].join(", ");
    return warning(
      `more than the public internet may be called: ${more}`,
      "unset WEBHOOK_ALLOW_NETWORKS and WEBHOOK_ALLOW_INSECURE, unless clients may reach these",
    );
  },
});
