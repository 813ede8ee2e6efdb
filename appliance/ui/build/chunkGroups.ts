/** They stand alone: the entry has the name of the page, and the service worker is one file. */
const ENTRIES = /\/src\/(main\.ts|sw\/|messages\/)/
/** The folder of a screen, or the shell; at the end of a screen's copies of icons (see plainIcons). */
const SCREEN = /\/src\/(?:screens\/(\w+)|shell)\/|\?(\w+)$/
/** What so many files of screens use is loaded with the first one. */
const OFTEN = 5
/** A smaller module without styles is not worth a file: it is loaded with the first one when two use it. */
const SMALL_BYTES = 1500

/**
 * How modules are grouped into files, by three rules: what the first screen needs, with what many share; what a screen's
 * own files share; and the rest, which is rare: it stays where it is used, or in a small file of its own.
 */
export const chunkGroups = [
  { name: 'app', test: (id: string) => !ENTRIES.test(id), tags: ['$initial' as const], priority: 2 },
  // Repetitions are edited in forms, which open later, however many forms there are. Units are of lists and recipes.
  {
    name: 'kit',
    test: /\/src\/(kit|lib(?!\/(?:amounts|api\/meals))|parts(?!\/repeat))\/|node_modules|rolldown/,
    minShareCount: OFTEN,
    priority: 1,
  },
  // The calendar of a new event is chosen in forms, too.
  {
    name: 'kit',
    test: /\/src\/(kit|lib(?!\/calendarFor)|parts)\/.*\.ts$/,
    minShareCount: 2,
    maxModuleSize: SMALL_BYTES,
    priority: 1,
  },
  // What is needed a moment after the start, or in forms: small parts of several screens in one file.
  {
    name: 'later',
    test: /\/src\/(lib\/(calendarFor|api\/meals)|screens\/(meals|recipes|routine)\/).*\.ts$|\?recipes$/,
    minShareCount: 2,
    maxModuleSize: 2500,
    priority: 1,
  },
  {
    name: screenOf,
    debugName: 'screens',
    test: SCREEN,
    minShareCount: 2,
  },
]

function screenOf(id: string): string {
  const [, screen, ofIcon] = SCREEN.exec(id)!
  return screen ?? ofIcon ?? 'shell'
}
