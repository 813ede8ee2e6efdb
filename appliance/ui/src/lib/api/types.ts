import type { components } from './schema'

/**
 * The shapes of the API, under the names the UI uses. They come from `schema.d.ts`, which `npm run types` generates from
 * `openapi.json`; a schema that was renamed on the server is renamed here only.
 *
 * The description lists a response field with a default as optional, although every response contains it: hence
 * `Complete`.
 */
type Schemas = components['schemas']

/** Makes every field required, also in nested objects. */
type Complete<T> = T extends (infer Item)[]
  ? Complete<Item>[]
  : T extends object
    ? { [K in keyof T]-?: Complete<T[K]> }
    : T

// Access
export type Me = Schemas['Me']
export type AccessScope = Me['scope']
export type Key = Schemas['Key']
export type NewKey = Schemas['MadeKey']
export type SetupState = Schemas['Setup']
export type Claim = Schemas['Claimed']
export type App = Schemas['Authorization']
export type AppRequest = Schemas['RequestingApp']
export type AppResponse = Schemas['Redirect']

// Signing in
export type Pairing = Schemas['BeginPairing']
/** The key is present as soon as the request is approved. */
export type PairingState = Schemas['PairingStatus']
export type ApprovedPairing = Schemas['ApprovedPairing']
export type SignedIn = Schemas['SignedIn']
export type Passkey = Schemas['Passkey']
export type RegisteredPasskey = Schemas['RegisteredPasskey']
export type CodesLeft = Schemas['RecoveryCodesLeft']
export type RecoveryCodes = Schemas['RecoveryCodes']

// Household
export type Member = Schemas['Member']
export type MemberRequest = Schemas['NewMember']
export type MemberPatch = Schemas['MemberPatch']
export type Settings = Omit<Required<Schemas['Settings']>, 'location'> & { location: Location | null }
export type Location = Schemas['Location']
export type Appearance = Schemas['Appearance']

// Calendar
export type Account = Schemas['Account']
export type CalDavRequest = Schemas['NewCalDavAccount']
export type RemoteCalendar = Schemas['RemoteCalendar']
export type Calendar = Schemas['Calendar']
export type CalendarRequest = Schemas['NewCalendar']
export type CalendarPatch = Schemas['CalendarPatch']
export type SyncResult = Schemas['Synced']
export type Category = Schemas['Category']
export type CategoryRequest = Schemas['NewCategory']
export type CategoryPatch = Schemas['CategoryPatch']
/** One event, or one occurrence of a series. Occurrences share the id and differ in occurrenceStart. */
export type EventInstance = Schemas['Event']
export type EventRequest = Schemas['NewEvent']
export type EventPatch = Schemas['EventPatch']
export type Scope = NonNullable<EventPatch['scope']>
export type Providers = Schemas['Providers']
export type OAuthProvider = keyof Providers['redirectUris']
export type OAuthClient = Schemas['Status']
export type OAuthClientRequest = Schemas['NewApp']
/** A key for one redirect to a provider. */
export type NavigationKey = Schemas['NavigationKey']
export type SavedPublicUrl = Schemas['KeptPublicUrl']

// Chores
export type Chore = Schemas['Chore']
/** A chore with its state on one day. */
export type DayChore = Schemas['ChoreDay']
export type ChoreRequest = Schemas['NewChore']
export type ChorePatch = Schemas['ChorePatch']
export type LeaderboardEntry = Schemas['LeaderboardEntry']
export type Ledger = Schemas['Ledger']

// Lists and notes
export type List = Schemas['List']
export type ListKind = List['kind']
export type GroupBy = List['groupBy']
export type SortBy = List['sortBy']
export type ListRequest = Schemas['NewList']
export type ListPatch = Schemas['ListPatch']
export type WholeList = Schemas['WholeList']
export type Group = Schemas['Group']
export type GroupKind = Group['kind']
export type Item = Schemas['Item']
export type Priority = Item['priority']
export type ItemRequest = Schemas['NewItem']
export type ItemPatch = Schemas['ItemPatch']
export type LinkedItem = Schemas['LinkedItem']
export type Step = Schemas['Step']
export type Note = Schemas['Note']

// Stickers
export type Pack = Schemas['Pack']
export type Purchase = Schemas['Purchase']
export type Placement = Schemas['Placement']
/** Position of a sticker on a member's page. */
export type StickerPosition = Pick<Placement, 'x' | 'y' | 'scale' | 'rotation' | 'z'>
export type PlacementRequest = Schemas['NewPlacement']

// A member's day
export type Snapshot = Schemas['Snapshot']
export type Range = Snapshot['range']
/** An event and the day it is listed under. */
export type DatedEvent = Schemas['DatedEvent']
export type DatedChore = Schemas['SnapshotChore']
export type DueItem = Schemas['SnapshotItem']
export type Birthday = Schemas['Birthday']
export type Weather = Schemas['Weather']
export type Place = Schemas['Place']

// Notifications
/** An entry of the notification feed. */
export type Entry = Schemas['Notification']
export type ClearedEntries = Schemas['Emptied']
export type EntryKind = Entry['kind']
export type PushPrefs = Required<Schemas['Prefs']>
/** A device that receives push messages. */
export type PushDevice = Omit<Schemas['Subscription'], 'prefs'> & { prefs: PushPrefs }
export type PushDevicePatch = Schemas['SubscriptionPatch']
export type PushPublicKey = Schemas['PublicKey']
export type PushTest = Schemas['Tested']
export type Webhook = Schemas['Webhook']
export type WebhookRequest = Schemas['NewWebhook']
export type WebhookPatch = Schemas['WebhookPatch']
export type WebhookWithSecret = Schemas['WebhookWithSecret']
export type Delivery = Schemas['Delivery']

// The server and the wall
export type Home = Schemas['Home']
export type HomeDevice = Schemas['Device']
/** How a device opens Mantel: 0 on the server itself, 1 http, 2 the home's own https, 3 a public address. */
export type ConnectionKind = HomeDevice['connectionKind']
export type DeviceConnection = Schemas['DeviceConnection']
export type Backup = Schemas['Backup']
export type Backups = Complete<Schemas['Backups']>
export type Counts = Schemas['Counts']
export type ImportResult = Schemas['Imported']
/** The result of a dry run. */
export type ImportPreview = Required<ImportResult>
export type Wall = Complete<Schemas['Wall']>
export type WallSettings = Wall['settings']
export type Rotation = WallSettings['rotation']
/** The kiosk's report on itself and its machine; null: unknown. */
export type Report = NonNullable<Wall['report']>
