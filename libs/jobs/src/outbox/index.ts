export { send, sendAll } from "./send";
export type { OutboxTransaction } from "./transaction";
