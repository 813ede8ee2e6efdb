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
export type PairingRequest = Schemas['RequestPairing']
export type PairingApproval = Schemas['ApprovePairing']
export type WaitingDevice = Schemas['WaitingDevice']
/** Whose device it is: the family's screen, a parent's, or a child's. */
export type DeviceKind = NonNullable<WaitingDevice['kind']>
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
export type LockState = Schemas['LockState']

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
export type EventRule = Schemas['EventRule']
export type EventRequest = Schemas['NewEvent']
type EventPatch = Schemas['EventPatch']
export type Scope = NonNullable<EventPatch['scope']>
/** Which dates of a series a change applies to. */
export type Apply = 'this' | 'following' | 'all'
/** The dates of a series; `occurrence` is the `occurrenceStart` meant, `scope` is for synced events. */
export interface EventDates {
  occurrence?: string
  apply?: Apply
  scope?: Scope
}
export type EventChange = EventPatch & EventDates
export type PublishedFeed = Schemas['PublishedFeed']
export type FeedRequest = Schemas['NewPublishedFeed']
export type MadeFeed = Schemas['MadePublishedFeed']
export type Providers = Schemas['Providers']
export type OAuthProvider = keyof Providers['redirectUris']
export type OAuthClient = Schemas['Status']
export type OAuthClientRequest = Schemas['NewApp']
/** A key for one redirect to a provider. */
export type NavigationKey = Schemas['NavigationKey']
export type SavedPublicUrl = Schemas['KeptPublicUrl']

// Chores
export type Chore = Complete<Schemas['Chore']>
/** A chore with its state on one day. */
export type Share = NonNullable<ChoreRequest['share']>
export type ChoreTurn = Schemas['ChoreTurn']
export type AwayRange = Schemas['AwayRange']
export type AwayRequest = Schemas['NewAwayRange']
type DayStep = Required<Schemas['DayStep']>
export type DayChore = Omit<Complete<Schemas['ChoreDay']>, 'steps'> & { steps: DayStep[] }
export type PendingChore = Schemas['PendingChore']
export type AllApproved = Schemas['AllApproved']
export type AllRejected = Schemas['AllRejected']
export type AwardRequest = Schemas['NewAward']
export type Awarded = Schemas['Awarded']
export type AwardRemoved = Schemas['AwardRemoved']
export type ChoreRequest = Schemas['NewChore']
export type ChorePatch = Schemas['ChorePatch']
export type LeaderboardEntry = Schemas['LeaderboardEntry']
export type ChoreEarnings = Schemas['ChoreEarnings']
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

// Rewards
export type Reward = Schemas['Reward']
export type RewardRequest = Schemas['NewReward']
export type RewardPatch = Schemas['RewardPatch']
export type Redemption = Schemas['Redemption']
export type Redeemed = Schemas['Redeemed']
export type FamilyGoal = Schemas['FamilyGoal']
export type FamilyGoalRequest = Schemas['FamilyGoalRequest']
export type Goals = Schemas['Goals']
export type WeeklySummary = Schemas['WeeklySummary']

// Stickers
export type Pack = Schemas['Pack']
export type Purchase = Schemas['Purchase']
export type Placement = Schemas['Placement']
/** Position of a sticker on a member's page. */
export type StickerPosition = Pick<Placement, 'x' | 'y' | 'scale' | 'rotation' | 'z'>
export type PlacementRequest = Schemas['NewPlacement']

// A member's day
export type Board = Schemas['Board']
export type BoardEvent = Schemas['BoardEvent']
export type BoardMember = Schemas['BoardMember']
export type BoardChore = Schemas['BoardChore']
export type Countdown = Schemas['Countdown']
export type BoardItem = Schemas['BoardItem']
export type Snapshot = Schemas['Snapshot']
export type Range = Snapshot['range']
/** An event and the day it is listed under. */
export type DatedEvent = Schemas['DatedEvent']
export type DatedChore = Schemas['SnapshotChore']
export type DueItem = Schemas['SnapshotItem']
export type Birthday = Schemas['Birthday']
export type Weather = Schemas['Weather']
export type WeatherDay = Schemas['WeatherDay']
export type Place = Schemas['Place']

// Search
export type SearchResults = Complete<Schemas['SearchResults']>

// Notifications
/** An entry of the notification feed. */
export type Entry = Schemas['Notification']
export type ClearedEntries = Schemas['Emptied']
export type EntryKind = Entry['kind']
type PushPrefs = Required<Schemas['Prefs']>
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

// Photos
export type Photo = Complete<Schemas['Photo']>
export type PhotoPage = Complete<Schemas['PhotoPage']>
export type Album = Schemas['Album']
export type Slides = Complete<Schemas['Slides']>
export type Slide = Slides['photos'][number]
export type PhotoSettings = Complete<Schemas['PhotoSettingsState']>
