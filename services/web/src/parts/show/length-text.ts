const SECONDS_IN_MINUTE = 60;

/** How long a film or a sound is, or how far it is played. */
export function lengthText(seconds: number): string {
  const whole = Math.floor(seconds);
  const rest = String(whole % SECONDS_IN_MINUTE).padStart(2, "0");
  return `${Math.floor(whole / SECONDS_IN_MINUTE)}:${rest}`;
}
