import type { components } from './schema'

/**
 * The shapes of the API, under the names the UI uses. They come from `schema.d.ts`, which `npm run types` generates from
 * `openapi.json`; a schema that was renamed on the server is renamed here only.
 */
type Schemas = components['schemas']

// Access
type Me = Schemas['Me']
export type AccessScope = Me['scope']
export type Key = Schemas['Key']
export type Claim = Schemas['Claimed']
export type App = Schemas['Authorization']
export type AppRequest = Schemas['RequestingApp']

// Signing in
export type Pairing = Schemas['BeginPairing']
export type PairingRequest = Schemas['RequestPairing']
export type PairingApproval = Schemas['ApprovePairing']
export type WaitingDevice = Schemas['WaitingDevice']
/** Whose device it is: the family's screen, a parent's, or a child's. */
export type DeviceKind = NonNullable<WaitingDevice['kind']>
export type SignedIn = Schemas['SignedIn']
export type Passkey = Schemas['Passkey']

// Household
export type Member = Schemas['Member']
export type MemberRequest = Schemas['NewMember']
export type MemberPatch = Schemas['MemberPatch']
export type Settings = Schemas['Settings']
export type SettingsPatch = Schemas['SettingsPatch']
export type Location = Schemas['Location']
export type Appearance = Schemas['Appearance']

// Calendar
export type Account = Schemas['Account']
export type CalDavRequest = Schemas['NewCalDavAccount']
export type RemoteCalendar = Schemas['RemoteCalendar']
export type Calendar = Schemas['Calendar']
export type CalendarRequest = Schemas['NewCalendar']
export type CalendarPatch = Schemas['CalendarPatch']
export type Category = Schemas['Category']
export type CategoryRequest = Schemas['NewCategory']
export type CategoryPatch = Schemas['CategoryPatch']
/** One event, or one occurrence of a series. Occurrences share the id and differ in occurrenceStart. */
export type EventInstance = Schemas['Event']
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
type Providers = Schemas['Providers']
export type OAuthProvider = keyof Providers['redirectUris']
export type OAuthClientRequest = Schemas['NewApp']

// Chores
export type Chore = Schemas['Chore']
/** A chore with its state on one day. */
export type Share = NonNullable<ChoreRequest['share']>
export type ChoreTurn = Schemas['ChoreTurn']
export type AwayRange = Schemas['AwayRange']
export type AwayRequest = Schemas['NewAwayRange']
export type DayChore = Schemas['ChoreDay']
export type PendingChore = Schemas['PendingChore']
export type AwardRequest = Schemas['NewAward']
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

// Recipes
export type Recipe = Schemas['Recipe']
export type RecipeSummary = Schemas['RecipeSummary']
export type Ingredient = Schemas['Ingredient']
export type RecipeStep = Schemas['RecipeStep']
export type CookingTimer = Schemas['CookingTimer']
export type TimerRequest = Schemas['NewTimer']
export type RecipeDraft = Schemas['Draft']
export type RecipeRequest = Schemas['NewRecipe']
export type RecipePatch = Schemas['RecipePatch']

// Rewards
export type Reward = Schemas['Reward']
export type RewardRequest = Schemas['NewReward']
export type Pooled = Schemas['Pooled']
export type RewardPatch = Schemas['RewardPatch']
export type Redemption = Schemas['Redemption']
export type FamilyGoal = Schemas['FamilyGoal']
export type FamilyGoalRequest = Schemas['FamilyGoalRequest']

// Stickers
export type Pack = Schemas['Pack']
export type Placement = Schemas['Placement']
/** Position of a sticker on a member's page. */
export type StickerPosition = Pick<Placement, 'x' | 'y' | 'scale' | 'rotation' | 'z'>
export type PlacementRequest = Schemas['NewPlacement']

// A member's day
export type Board = Schemas['Board']
export type BoardLayouts = Schemas['BoardLayouts']
export type Widget = Schemas['Widget']
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
export type WeatherDay = Schemas['WeatherDay']
export type Place = Schemas['Place']

// Search
export type SearchResults = Schemas['SearchResults']

// Notifications
/** An entry of the notification feed. */
export type Entry = Schemas['Notification']
export type EntryKind = Entry['kind']
/** A device that receives push messages. */
export type PushDevice = Schemas['Subscription']
export type PushSubscriptionKeys = Schemas['NewSubscription']['subscription']
export type PushDevicePatch = Schemas['SubscriptionPatch']
export type PushPublicKey = Schemas['PublicKey']
export type Webhook = Schemas['Webhook']
export type WebhookRequest = Schemas['NewWebhook']
export type WebhookPatch = Schemas['WebhookPatch']
export type Delivery = Schemas['Delivery']

// The server and the wall
export type Home = Schemas['Home']
export type Tailscale = Schemas['Tailscale']
type HomeDevice = Schemas['Device']
/** How a device opens Mantel: 0 on the server itself, 1 http, 2 the home's own https, 3 a public address. */
export type ConnectionKind = HomeDevice['connectionKind']
export type Backup = Schemas['Backup']
export type NewPlace = Schemas['NewPlace']
export type RestorePreview = Schemas['RestorePreview']
export type RestorePreviewRequest = Schemas['PreviewRequest']
export type RestoreRequest = Schemas['RestoreRequest']
export type Counts = Schemas['Counts']
export type ImportResult = Schemas['Imported']
/** The result of a dry run. */
export type ImportPreview = Required<ImportResult>
export type Wall = Schemas['Wall']
export type WallSettings = Wall['settings']
export type Rotation = WallSettings['rotation']
/** The kiosk's report on itself and its machine; null: unknown. */
export type Report = NonNullable<Wall['report']>

export type Deleted = Schemas['Deleted']

// Photos
export type Photo = Schemas['Photo']
export type Album = Schemas['Album']
type Slides = Schemas['Slides']
export type Slide = Slides['photos'][number]
export type PhotoSettings = Schemas['PhotoSettingsState']

// Meals
export type Meal = Schemas['Meal']
export type MealRequest = Schemas['NewMeal']
export type MealPatch = Schemas['MealPatch']
export type MealSuggestion = Schemas['Suggestion']
export type MealSlot = Meal['slot']
export type MealIngredient = Schemas['ListIngredient']
