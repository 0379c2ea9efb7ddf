/** Something the person at the keyboard can mend: told in its own sentence, without a stack. */
export class Trouble extends Error {
  override readonly name = "Trouble";
}
