/** Loaded with the first page: Svelte, and what nearly every screen uses. */
const BASE = any(
  /node_modules\/svelte\/src\/(internal|version)/,
  /\/src\/kit\/(IconButton|Avatar|Page|Skeleton|fields\/Segmented|Chip|overlays\/confirmation)\.svelte/,
  /\/src\/lib\/(api\/members|device\/(?!kiosk|wake|deviceName|address)|errors\/(?!codedText)|people|colour|skyText)/,
  /words:(colours|sky)$/,
)

/** Not the entry itself, nor the service worker and its texts: these files stand alone. */
const FIRST = /^(?!.*\/src\/(main\.ts|sw\/|words\/))/

/**
 * Modules that several lazy screens share, by area; the first match counts. `?area` marks an area's own copies of icons
 * (see plainIcons). What one screen alone uses stays in the file of that screen.
 */
const SHARED: [name: string, modules: RegExp][] = [
  ['home', /\/src\/lib\/(device\/address|api\/home)/],
  [
    'kit',
    any(
      /\/src\/kit\/((?!QrCode|Secret)[A-Z])/,
      /\/src\/(parts\/(Weather|noteAuthor)|lib\/touch\/swallowClick)/,
      /\/src\/screens\/calendar\/(eventAppearance|layout\/looks|lazyViews)/,
      /\/src\/lib\/api\/(?!chores|lists|notes|rewards|signIn|photos|stepTicks|choreTicks|lock|stickers|apps)/,
      /\/src\/lib\/i18n\/textList/,
      /words:(weather|day|side)$/,
    ),
  ],
  // Loaded together after the first picture.
  [
    'afterStart',
    any(
      /\/src\/kit\/overlays\/(Dialog|ConfirmDialog)/,
      /\/src\/shell\/(afterStart|Overlays)/,
      /\/src\/lib\/(touch\/pressFeedback|api\/home)/,
    ),
  ],
  [
    'forms',
    any(
      /\/src\/kit\/(fields\/(Field|TextField|Select|Toggle|EmojiButton|ColorPicker)|overlays\/)/,
      /\?kit-(fields|overlays)$/,
    ),
  ],
  ['pickers', /\/src\/kit\/fields\/(DatePicker|TimePicker|MonthGrid)/],
  // The board draws events without the calendar, and other screens use the words of a day.
  ['dayWords', /words:day$/],
  ['looks', /\/src\/screens\/calendar\/layout\/looks/],
  [
    'calendar',
    any(/\/src\/(screens\/calendar\/(?!sheet)|parts\/repeat\/rule)/, /words:calendar$/, /\?calendar(-views)?$/),
  ],
  ['discussion', any(/\/src\/(parts\/Discussion|lib\/api\/notes)/, /words:notes$/)],
  ['events', any(/\/src\/screens\/calendar\/sheet/, /\/src\/parts\/undoToast/, /\?calendar-sheet$/)],
  ['ticks', any(/\/src\/lib\/(api\/(stepTicks|choreTicks)|time\/dayParts)/, /words:waiting$/)],
  ['goals', any(/\/src\/(parts\/(goals\/(?!FamilyP|MemberG)|photos\/Cover)|lib\/money)/, /words:(goals|routine)$/)],
  ['sharing', /words:sharing$/],
  // Two small files that every list loads.
  ['items', /\/src\/(parts\/Checkbox|lib\/quickAdd\/(grammar|items)\.ts)/],
  ['language', any(/\/src\/lib\/(i18n\/language(s|Names)|errors\/codedText)/, /words:language$/)],
  ['town', any(/\/src\/(kit\/SearchList|lib\/time\/zones|parts\/SearchList)/, /words:householdSettings$/)],
  ['photos', any(/\/src\/lib\/api\/photos/, /\/src\/screens\/photos\//, /words:photos$/)],
  ['stickers', any(/\/src\/lib\/api\/stickers/, /words:stickerPacks$/)],
  ['choreForm', any(/\/src\/screens\/chores\/sheets\/form/, /words:choreForm$/)],
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
  ['setup', any(/\/src\/screens\/setup\/(?!\w+Requests)/, /words:setup(Steps)?$/, /\?setup/)],
  ['wall', /\/src\/(shell\/WallBehaviour|lib\/device\/wake)/],
  ['kiosk', any(/\/src\/lib\/device\/kiosk/, /\/src\/screens\/wifi\/WifiSetupButton/, /words:(kiosk|wifi)$/)],
  // Loaded after the first picture of the chores.
  ['progress', /\/src\/(parts\/goals\/(FamilyProgress|MemberGoal)|screens\/chores\/board\/ShareMark)/],
  ['wifi', any(/\/src\/screens\/wifi\//, /\?wifi/)],
]

/** Groups that also take what only one screen uses: small files that are always loaded together. */
const ALONE = new Set(['wall', 'kiosk', 'afterStart', 'progress', 'language', 'town'])

/**
 * How modules are grouped into files. Without groups the bundler writes one file for each set of screens that share a
 * module, and a cold load takes more than fifty scripts.
 */
export const chunkGroups = [
  { name: 'base', test: BASE, priority: 2 },
  { name: 'app', test: FIRST, tags: ['$initial' as const], priority: 1 },
  ...SHARED.map(([name, test]) => ({ name, test, minShareCount: ALONE.has(name) ? 1 : 2 })),
]

function any(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}
