/** Loaded with the first page: Svelte, and what nearly every screen uses. */
const BASE = any(
  /node_modules\/svelte\/src\/(internal|version)/,
  /\/src\/kit\/(IconButton|Avatar|Page|Skeleton|fields\/Segmented|Chip)\.svelte/,
  /\/src\/lib\/(api\/members|device\/(?!kiosk)|errors|people|clipboard|colour)/,
  /words:colours$/,
)

/** Not the entry itself, nor the service worker and its texts: these files stand alone. */
const FIRST = /^(?!.*\/src\/(main\.ts|sw\/|words\/))/

/**
 * Modules that several lazy screens share, by area; the first match counts. `?area` marks an area's own copies of icons
 * (see plainIcons). What one screen alone uses stays in the file of that screen.
 */
const SHARED: [name: string, modules: RegExp][] = [
  [
    'kit',
    any(
      /\/src\/kit\/((?!QrCode|Secret)[A-Z]|confetti)/,
      /\/src\/parts\/(Checkbox|Weather|noteAuthor)/,
      /\/src\/lib\/api\/(?!chores|lists|notes|signIn)/,
      /words:weather$/,
    ),
  ],
  [
    'forms',
    any(
      /\/src\/kit\/(fields\/(Field|TextField|Select|Toggle|EmojiButton|ColorPicker)|overlays\/)/,
      /\?kit-(fields|overlays)$/,
    ),
  ],
  ['pickers', /\/src\/kit\/fields\/(DatePicker|TimePicker|MonthGrid|NumberField)/],
  ['calendar', any(/\/src\/screens\/calendar\/(?!sheet)/, /words:calendar$/, /\?calendar(-views)?$/)],
  [
    'events',
    any(
      /\/src\/screens\/calendar\/sheet/,
      /\/src\/(parts\/Discussion|lib\/api\/notes)/,
      /words:notes$/,
      /\?calendar-sheet$/,
    ),
  ],
  ['chores', any(/\/src\/(screens\/chores\/|lib\/api\/chores)/, /words:chores$/, /\?chores/)],
  ['lists', any(/\/src\/(screens\/lists\/|lib\/api\/lists|lib\/outbox\/listChanges)/, /words:lists$/, /\?lists/)],
  ['paint', any(/\/src\/screens\/paint\//, /words:paint$/, /perfect-freehand/, /\?paint/)],
  [
    'settings',
    any(
      /\/src\/screens\/settings\/(sections|SettingsRow)/,
      /words:(settings|(calendar|member)Settings)$/,
      /\?settings/,
    ),
  ],
  ['signin', any(/\/src\/lib\/(passkey|api\/signIn)/, /words:(signIn|passkey|pairing)$/)],
  ['setup', any(/\/src\/screens\/setup\/(?!setupRequests)/, /words:setup$/, /\?setup/)],
  ['kiosk', any(/\/src\/lib\/device\/kiosk/, /\/src\/screens\/wifi\/WifiSetupButton/, /words:(kiosk|wifi)$/)],
  ['wifi', any(/\/src\/screens\/wifi\//, /\?wifi/)],
]

/**
 * How modules are grouped into files. Without groups the bundler writes one file for each set of screens that share a
 * module, and a cold load takes more than fifty scripts.
 */
export const chunkGroups = [
  { name: 'base', test: BASE, priority: 2 },
  { name: 'app', test: FIRST, tags: ['$initial' as const], priority: 1 },
  ...SHARED.map(([name, test]) => ({ name, test, minShareCount: 2 })),
]

function any(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}
