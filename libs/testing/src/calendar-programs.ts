import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { spawnSync } from "@polls/devstack/children";
import { type Describe, describeWhere, installedProgram } from "./describe-where";

/** `describe` if khal and libical (Debian packages `khal` and `libical3`) are installed. Otherwise the tests are skipped. */
export const describeWithCalendarPrograms: Describe = describeWhere(
  installedProgram("khal") !== undefined,
  "khal is not installed",
);

/** An event as libical, the library of several calendar programs, reads it. */
export interface LibicalEvent {
  readonly uid: string;
  readonly summary: string;
  readonly description: string | null;
  readonly location: string | null;
  readonly start: string;
  readonly end: string | null;
}

export interface LibicalReading {
  /** The problems that it finds, also with the properties that a message of RFC 5546 must have. */
  readonly problems: readonly string[];
  readonly events: readonly LibicalEvent[];
}

// The kinds of components and properties are numbers that differ between versions.
const libicalScript = `
import ctypes, json, sys
ical = ctypes.CDLL("libical.so.3")
def call(name, result, *arguments):
    function = getattr(ical, name)
    function.restype = result
    return function(*arguments)
pointer, text = ctypes.c_void_p, ctypes.c_char_p
def kind(of, name):
    return call("ical" + of + "_string_to_kind", ctypes.c_int, name)
def each(of, component, wanted):
    found = call("icalcomponent_get_first_" + of, pointer, pointer(component), wanted)
    while found:
        yield found
        found = call("icalcomponent_get_next_" + of, pointer, pointer(component), wanted)
def value(component, name):
    for one in each("property", component, kind("property", name)):
        return call("icalproperty_get_value_as_string", text, pointer(one)).decode()
def plain(component, name):
    found = call("icalcomponent_get_" + name, text, pointer(component))
    return None if found is None else found.decode()
calendar = call("icalparser_parse_string", pointer, sys.stdin.buffer.read())
if not calendar: sys.exit("it is no calendar")
call("icalrestriction_check", ctypes.c_int, pointer(calendar))
inside = list(each("component", calendar, kind("component", b"ANY")))
events = list(each("component", calendar, kind("component", b"VEVENT")))
problems = [
    call("icalproperty_get_value_as_string", text, pointer(one)).decode()
    for component in [calendar, *inside]
    for one in each("property", component, kind("property", b"X-LIC-ERROR"))
]
print(json.dumps({"problems": problems, "events": [
    {name: plain(event, name) for name in ["uid", "summary", "description", "location"]}
    | {"start": value(event, b"DTSTART"), "end": value(event, b"DTEND")} for event in events
]}))`;

export function readByLibical(calendar: string): LibicalReading {
  return JSON.parse(run("/usr/bin/python3", ["-c", libicalScript], calendar)) as LibicalReading;
}

const khalConfig = `[calendars]
[[all]]
path = all
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = UTC
default_timezone = UTC
`;

/** The lines that khal prints for the events of a calendar: first and last day or time, and title. */
export function printByKhal(calendar: string): readonly string[] {
  const directory = mkdtempSync(path.join(tmpdir(), "polls-khal-"));
  try {
    const config = path.join(directory, "config");
    writeFileSync(config, khalConfig.replace("path = all", `path = ${directory}/all`));
    const format = "{start} to {end}: {title}";
    const [, ...lines] = run("khal", ["-c", config, "printics", "-f", format], calendar)
      .trim()
      .split("\n");
    return lines;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function run(program: string, args: readonly string[], input: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} refuses the calendar: ${stderr}`);
  return stdout;
}
